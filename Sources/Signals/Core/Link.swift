import SignalTracing
import TraceFormat

/// A gate's reference to its upstream. Its kind is in address bits that are always 0. The lowest two bits are
/// the gate's own.
///
/// A link is given away or taken by one atomic exchange, so the thread that has the link owns the reference.
enum Link {
  static let none: UInt = 0

  private static let kind: UInt = 12
  private static let disposable: UInt = 4
  private static let subject: UInt = 8
  /// A gate of the same run, which its base keeps: the one kind that is not retained.
  private static let unretained: UInt = 12

  static func retaining(_ gate: Gate) -> UInt { bits(Unmanaged.passRetained(gate)) }
  static func retaining(_ upstream: Disposable) -> UInt {
    bits(Unmanaged.passRetained(upstream)) | disposable
  }
  /// The same, with the caller's reference.
  static func taking(_ upstream: __owned Disposable) -> UInt {
    bits(Unmanaged.passRetained(consume upstream)) | disposable
  }
  static func retaining(_ rows: SubjectRows) -> UInt { bits(Unmanaged.passRetained(rows)) | subject }

  static func leading(to gate: Gate) -> UInt { bits(Unmanaged.passUnretained(gate)) | unretained }

  static func gate(_ link: UInt) -> Unmanaged<Gate>? {
    guard link & kind == 0 || link & kind == unretained, link != none else { return nil }
    return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: link & ~kind).unsafelyUnwrapped)
  }

  /// Whether the link retains the gate that it leads to.
  static func keeps(_ link: UInt) -> Bool { link & kind != unretained }

  /// Disposes the link's object and gives up the reference.
  static func dispose(_ link: UInt, _ reason: DisposalReason, of gate: Gate) {
    guard link != none else { return }
    let pointer = UnsafeRawPointer(bitPattern: link & ~kind).unsafelyUnwrapped
    switch link & kind {
    case disposable: Unmanaged<Disposable>.fromOpaque(pointer).takeRetainedValue().dispose(because: reason)
    case subject:
      let rows = Unmanaged<SubjectRows>.fromOpaque(pointer)
      rows._withUnsafeGuaranteedRef { $0.wasDisposed(gate) }
      rows.release()
    case unretained: Unmanaged<Gate>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.dispose(reason) }
    default: Unmanaged<Gate>.fromOpaque(pointer).takeRetainedValue().dispose(reason)
    }
  }

  /// Gives up the reference without disposing.
  static func release(_ link: UInt) {
    guard link != none, keeps(link) else { return }
    Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: link & ~kind).unsafelyUnwrapped).release()
  }

  private static func bits<Object: AnyObject>(_ object: Unmanaged<Object>) -> UInt {
    UInt(bitPattern: object.toOpaque())
  }
}
