public import CSignalProbes

/// A wait of a few instructions for another thread that is about to be done.
public enum SpinWait {
  /// One turn of the wait.
  @inlinable @inline(__always)
  public static func pause() { rx_pause() }

  /// A mark of this thread, even and not 0.
  @inlinable @inline(__always)
  public static var threadMark: UInt64 { rx_thread_mark() }
}
