import SignalTracing
import Synchronization

/// A `Mutex` for one thread that takes it again and again, and others that hardly ever do. The one thread
/// needs no locked memory operation.
///
/// An owner word without a queue. A thread that finds another one inside waits, so the body must not run a
/// program's code, and not wait itself.
struct BiasedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Belongs to the thread that is inside. Before the owner, as in `Lock`.
  private let value: _Cell<Value>
  private let owner = SerialOwner()

  init(_ initial: consuming sending Value) { value = _Cell(initial) }

  /// True while only one thread has used the mutex so far. If a thread inside reads true, it is that thread.
  var isGiven: Bool { owner.isGiven }

  @inline(__always)
  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let entry = owner.enterAgain()
    if entry != .inside, !owner.enter(entry) { owner.insist() }
    // Nothing is ever queued.
    defer { _ = owner.leave(entry) }
    return try body(&value._address.pointee)
  }
}
