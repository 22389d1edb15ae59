public import CSignalProbes

/// A wait of a few instructions for another thread that is about to be done.
public enum SpinWait {
  /// One turn of the wait.
  @inlinable @inline(__always)
  public static func pause() { rx_pause() }

  /// A mark of this thread, even and not 0.
  @inlinable @inline(__always)
  public static var threadMark: UInt32 { rx_thread_mark() }

  /// The mark of no thread.
  @inlinable @inline(__always)
  public static var markOfNobody: UInt32 { rx_mark_of_nobody }

  /// Whether the thread of a mark lives, in this process: a forked child has but the thread that forked.
  public static func threadLives(_ mark: UInt32) -> Bool { rx_thread_lives(mark) }
}
