import SignalTracing
import Synchronization

/// A `Mutex` for what one thread takes again and again, and others hardly ever: it locks no memory for that thread.
///
/// An owner word without a queue. Whoever finds another thread inside waits, so the body must not run a program's code,
/// and not wait itself.
struct BiasedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Belongs to whoever is inside. Before the owner, as in `Lock`.
  private let value: _Cell<Value>
  private let owner = SerialOwner()

  init(_ initial: consuming sending Value) { value = _Cell(initial) }

  /// One thread has had the mutex to itself so far. Whoever is inside, and is told so, is that thread.
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
