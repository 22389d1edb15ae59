public import CSignalProbes

/// A wait of a few instructions for another thread that is about to be done.
@usableFromInline
package enum SpinWait {
  /// One turn of the wait.
  @inlinable @inline(__always)
  package static func pause() { rx_pause() }

  /// A mark of this thread, even and at least 8.
  @inlinable @inline(__always)
  package static var threadMark: UInt32 { rx_thread_mark() }

  /// The same; 0 if this thread has no mark yet, or if it runs in a forked child that has not asked for its
  /// mark.
  @inlinable @inline(__always)
  package static var knownThreadMark: UInt32 { rx_known_thread_mark() }

  /// The mark of no thread.
  @inlinable @inline(__always)
  package static var markOfNobody: UInt32 { rx_mark_of_nobody }

  /// Whether the thread of a mark lives in this process. A forked child has only the thread that forked.
  package static func threadLives(_ mark: UInt32) -> Bool { rx_thread_lives(mark) }

  /// Keeps the compiler from moving memory accesses across. The processor is not kept from it.
  @inlinable @inline(__always)
  package static func compilerFence() { rx_signal_fence() }

  // For an owner word that is given to one thread until another comes.

  /// Whether the word may be given to the thread of a mark: false for not now, nil for never.
  package static func mayBeGiven(to mark: UInt32) -> Bool? {
    switch rx_bias_may_be_given(mark) {
    case RX_BIAS_YES: true
    case RX_BIAS_LATER: false
    default: nil
    }
  }

  /// The number of successive turns of a thread before the word is given to it.
  package static var turnsOfTrial: UInt32 { rx_bias_turns() }

  /// For tests: gives words at the first turn, even if they were taken away before. Returns the previous
  /// setting.
  @discardableResult
  package static func setHasty(_ isHasty: Bool) -> Bool { rx_bias_set_hasty(isHasty) }

  /// Makes every other thread pass a full fence before it returns.
  package static func barrier() { rx_bias_barrier() }
}
