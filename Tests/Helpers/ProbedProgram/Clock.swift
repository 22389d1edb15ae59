import Glibc

func monotonicNanoseconds() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

/// The processor time of this thread.
func threadNanoseconds() -> UInt64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

private func nanoseconds(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func sleep(milliseconds: Int) {
  guard milliseconds > 0 else { return }
  var rest = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  var wanted = rest
  while nanosleep(&wanted, &rest) != 0 { wanted = rest }
}
