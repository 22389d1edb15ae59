public import CSignalProbes
public import Synchronization

/// A value that one thread at a time may use. It works in a forked child as well.
///
/// As `Synchronization.Mutex`, with its size and cost. But a `Mutex` traps in a forked child of a program
/// with several threads: if another thread had it at the moment of the fork, it stays locked, and its owner
/// does not exist in the child. A thread that finds such a `Lock` takes it over.
///
/// The body must not run a program's code, and not wait.
@usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // The word guards the value, and lies behind it. The thread sanitizer notes the body's change of the value
  // at the address where the lock begins. If the word were there, the sanitizer would report a race with a
  // thread that tries the word.
  @usableFromInline let value: _Cell<Value>
  @usableFromInline let word = LockWord()

  @inlinable
  package init(_ initial: consuming sending Value) { value = _Cell(initial) }

  @inlinable @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    if !word.take() { word.insist() }
    defer { word.give() }
    return try body(&value._address.pointee)
  }
}

/// The word of a lock, for code that decides itself what to do if it cannot get the lock.
@usableFromInline
package struct LockWord: ~Copyable, @unchecked Sendable {
  @usableFromInline let place = _Cell<UInt32>(0)

  @inlinable
  package init() {}

  // Not a mutable pointer: memory behind a mutable pointer counts as changed, which the thread sanitizer
  // reports as a race.
  @inlinable @inline(__always)
  var atomic: UnsafePointer<Atomic<UInt32>> {
    UnsafeRawPointer(place._address).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// True if this thread has the lock now. Does not wait.
  @inlinable @inline(__always)
  package func take() -> Bool {
    atomic.pointee.compareExchange(expected: 0, desired: rx_thread_mark(), ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always)
  package func give() {
    if atomic.pointee.exchange(0, ordering: .releasing) & 1 != 0 { rx_lock_wake(place._address) }
  }

  /// Waits until this thread has the lock. False if it can never get the lock: it has the lock already,
  /// further up its stack, or the thread that had it ended during a change.
  package func wait() -> Bool {
    let outcome = Int(rx_lock_wait(place._address, rx_thread_mark(), 0))
    // No thread may take the guarded state for complete.
    if outcome == RX_LOCK_WAS_LOST { atomic.pointee.store(rx_mark_of_nobody, ordering: .releasing) }
    return outcome == RX_LOCK_TAKEN
  }

  /// Waits until this thread has the lock. Takes it over from a thread that no longer exists.
  @usableFromInline package func insist() { _ = takeOver() }

  /// Waits until this thread has the lock. True if it took the lock over from a thread that no longer exists:
  /// the guarded state may be half changed.
  func takeOver() -> Bool { takeOver(until: 0) == true }

  /// The same with a deadline on `CLOCK_MONOTONIC`; 0 for none. Nil if another thread still has the lock
  /// then.
  func takeOver(until deadline: UInt64) -> Bool? {
    if take() { return false }
    let outcome = Int(rx_lock_wait(place._address, rx_thread_mark(), deadline))
    if outcome == RX_LOCK_IS_MINE {
      fatalError(
        "a signal handler has called a forbidden function: it has interrupted Signals in the midst of a change"
      )
    }
    return outcome == RX_LOCK_NOT_IN_TIME ? nil : outcome == RX_LOCK_WAS_LOST
  }

  /// Whether this thread has the lock, further up its stack.
  var isMine: Bool { atomic.pointee.load(ordering: .relaxed) & ~1 == rx_thread_mark() }
}
