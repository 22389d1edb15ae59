import SignalTracing
import Synchronization
import TraceFormat

/// The handle of a subscription. `dispose()` ends the subscription: no event arrives afterwards, and
/// everything upstream is disposed. Any thread may call it.
///
/// Releasing the handle does not dispose, as in RAC and Rx. Put the handle into a `DisposeBag` for that. Once
/// the subscription has ended, the handle keeps none of its closures, even if the program keeps the handle.
public final class Subscription: Disposable, @unchecked Sendable {
  /// The gate, retained, and in the bits from `user` up the number of threads that use it now. 0 once the
  /// handle gave up the gate. A thread that gives up the gate does not wait for its users: it sets `last`,
  /// and the last user releases the gate. A forked child may lack one of the users; then the gate stays.
  private let gate: Atomic<UInt>
  private static let last: UInt = 1
  private static let user: UInt = 1 << 48

  private init(_ root: Unmanaged<Gate>) {
    gate = Atomic(UInt(bitPattern: root.toOpaque()))
    super.init()
  }

  /// A handle for a root, which may have ended already.
  ///
  /// - Parameter root: retained.
  @usableFromInline
  static func handle(of root: Unmanaged<Gate>) -> Subscription {
    let handle = Subscription(root)
    handle.meet(root)
    return handle
  }

  /// Makes the handle known to its root, or releases a root that has ended. Code in `init` would count
  /// references for this.
  private func meet(_ root: Unmanaged<Gate>) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    guard !root._withUnsafeGuaranteedRef({ $0.attach(handle: address) }) else { return }
    gate.store(0, ordering: .relaxed)
    root.release()
  }

  deinit {
    // Only the root can reach the handle now, and it may end at this moment. If there still is a user, its
    // thread ended while it used the gate.
    let bits = exchange { _ in 0 }
    guard bits != 0 else { return releaseLeft(gate.load(ordering: .acquiring)) }
    let gate = Self.unmanaged(bits)
    gate._withUnsafeGuaranteedRef { $0.handleIsGone() }
    gate.release()
  }

  private func releaseLeft(_ bits: UInt) { if bits >= Self.user { Self.unmanaged(bits).release() } }

  /// True once the subscription has ended, by itself or by `dispose()`.
  public override var isDisposed: Bool { Self.isGone(gate.load(ordering: .acquiring)) }

  /// Disposes the root. Releases it, unless another thread uses it.
  override func dispose(because reason: DisposalReason) {
    let bits = exchange { $0 < Self.user ? 0 : $0 + Self.user }
    guard bits != 0 else { return }
    let root = Self.unmanaged(bits)
    if bits < Self.user {
      root._withUnsafeGuaranteedRef { $0.disposeByHandle(reason) }
      root.release()
    } else {
      root._withUnsafeGuaranteedRef { $0.dispose(reason) }
      leave(root)
    }
  }

  override func held(by owner: UInt64) -> UInt64 {
    var number: UInt64 = 0
    withGate { number = $0.held(by: owner) }
    return number
  }

  override var traceNumber: UInt64 {
    var number: UInt64 = 0
    withGate { number = $0.rootNumber }
    return number
  }

  /// The root has ended: the handle releases it, and so the program's closures.
  func giveUpGate() {
    let bits = exchange { $0 < Self.user ? 0 : $0 | Self.last }
    if bits != 0, bits < Self.user { Self.unmanaged(bits).release() }
  }

  private func withGate(_ body: (Gate) -> Void) {
    let bits = exchange { $0 + Self.user }
    guard bits != 0 else { return }
    let object = Self.unmanaged(bits)
    object._withUnsafeGuaranteedRef(body)
    leave(object)
  }

  /// This thread no longer uses the gate.
  private func leave(_ object: Unmanaged<Gate>) {
    let before = gate.wrappingSubtract(Self.user, ordering: .acquiringAndReleasing).oldValue
    if before & Self.last != 0, before < 2 * Self.user { object.release() }
  }

  /// Replaces the gate's word and returns the old one; 0 if the gate is gone.
  private func exchange(_ word: (UInt) -> UInt) -> UInt {
    var bits = gate.load(ordering: .acquiring)
    while !Self.isGone(bits) {
      let (exchanged, now) = gate.compareExchange(
        expected: bits, desired: word(bits), ordering: .acquiringAndReleasing)
      if exchanged { return bits }
      bits = now
    }
    return 0
  }

  private static func isGone(_ bits: UInt) -> Bool { bits == 0 || bits & last != 0 }

  private static func unmanaged(_ bits: UInt) -> Unmanaged<Gate> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits & (user - 1) & ~last).unsafelyUnwrapped)
  }
}
