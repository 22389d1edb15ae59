import SignalTracing
import Synchronization

/// The caller's end of a subscription: `dispose()` ends it.
///
/// Letting go of it does not dispose, as in RAC and Rx; put it into a `DisposeBag` for that. Once the subscription has
/// ended, the handle holds nothing of it, however long it is kept.
public final class Subscription: Disposable, @unchecked Sendable {
  /// The gate, retained, while it lives; `busy` is added for the moment of taking a reference of one's own.
  private let gate: Atomic<UInt>
  private static let busy: UInt = 1

  /// Takes the handle's half of a root, which may have ended already.
  @usableFromInline
  init(_ root: Gate) {
    gate = Atomic(UInt(bitPattern: Unmanaged.passRetained(root).toOpaque()))
    super.init()
    if !root.attach(handle: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) { giveUpGate() }
  }

  deinit {
    let bits = takeGate()
    guard bits != 0 else { return }
    let gate = Self.unmanaged(bits)
    gate._withUnsafeGuaranteedRef { $0.handleIsGone() }
    gate.release()
  }

  /// Ends the subscription: nothing arrives afterwards, and everything upstream is disposed. Does nothing the second
  /// time. Any thread.
  public override func dispose() { dispose(because: .explicit) }

  /// True once the subscription has ended, by itself or by `dispose()`.
  public override var isDisposed: Bool { gate.load(ordering: .acquiring) == 0 }

  override func dispose(because reason: DisposalReason) { withGate { $0.dispose(reason) } }

  override func held(by owner: UInt64) -> UInt64 {
    var number: UInt64 = 0
    withGate { number = $0.held(by: owner) }
    return number
  }

  /// The root has ended: the handle lets go of it, and so of the program's closures.
  func giveUpGate() {
    let bits = takeGate()
    if bits != 0 { Self.unmanaged(bits).release() }
  }

  private func withGate(_ body: (Gate) -> Void) {
    let bits = exchange { $0 | Self.busy }
    guard bits != 0 else { return }
    let object = Self.unmanaged(bits).takeUnretainedValue()
    gate.store(bits, ordering: .releasing)
    body(object)
  }

  private func takeGate() -> UInt { exchange { _ in 0 } }

  /// Replaces the gate's word and returns the old one; 0 if the gate is gone.
  private func exchange(_ word: (UInt) -> UInt) -> UInt {
    var patience = Patience()
    while true {
      let bits = gate.load(ordering: .acquiring)
      if bits == 0 { return 0 }
      if bits & Self.busy == 0,
        gate.compareExchange(expected: bits, desired: word(bits), ordering: .acquiringAndReleasing).exchanged
      {
        return bits
      }
      patience.wait()
    }
  }

  private static func unmanaged(_ bits: UInt) -> Unmanaged<Gate> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }
}
