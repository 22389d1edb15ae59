import Glibc

/// The clock of every recording.
enum MonotonicClock {
  /// In nanoseconds of `CLOCK_MONOTONIC`.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
