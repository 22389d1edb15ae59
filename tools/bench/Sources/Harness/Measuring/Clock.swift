import Glibc

/// The clocks that count nanoseconds.
enum Clock {
  /// The time that this thread ran: a machine that is busy with other things changes it little.
  case thread
  /// The time that passed: for work in which other threads have a part.
  case wall

  var now: Double {
    var time = timespec()
    clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
