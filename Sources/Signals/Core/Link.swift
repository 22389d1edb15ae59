import SignalTracing

/// What a gate holds of its upstream: one retained reference, its kind in the low bits.
///
/// A link is given away or taken by one atomic exchange, so whoever has it owns the reference.
enum Link {
  static let none: UInt = 0
  /// The gate's upstream was disposed: what comes now is disposed at once.
  static let tombstone: UInt = 7

  private static let kind: UInt = 7
  private static let disposable: UInt = 1
  private static let subject: UInt = 2

  static func retaining(_ gate: Gate) -> UInt { bits(Unmanaged.passRetained(gate)) }
  static func retaining(_ upstream: Disposable) -> UInt {
    bits(Unmanaged.passRetained(upstream)) | disposable
  }
  static func retaining(_ rows: SubjectRows) -> UInt { bits(Unmanaged.passRetained(rows)) | subject }

  static func gate(_ link: UInt) -> Unmanaged<Gate>? {
    guard link & kind == 0, link != none else { return nil }
    return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: link).unsafelyUnwrapped)
  }

  /// Disposes what the link holds and gives up the reference.
  static func dispose(_ link: UInt, _ reason: DisposalReason, of gate: Gate) {
    guard link != none, link != tombstone else { return }
    let pointer = UnsafeRawPointer(bitPattern: link & ~kind).unsafelyUnwrapped
    switch link & kind {
    case disposable: Unmanaged<Disposable>.fromOpaque(pointer).takeRetainedValue().dispose(because: reason)
    case subject: Unmanaged<SubjectRows>.fromOpaque(pointer).takeRetainedValue().remove(gate)
    default: Unmanaged<Gate>.fromOpaque(pointer).takeRetainedValue().dispose(reason)
    }
  }

  /// Gives up the reference without disposing.
  static func release(_ link: UInt) {
    guard link != none, link != tombstone else { return }
    Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: link & ~kind).unsafelyUnwrapped).release()
  }

  private static func bits<Object: AnyObject>(_ object: Unmanaged<Object>) -> UInt {
    UInt(bitPattern: object.toOpaque())
  }
}
