import Glibc
import SignalTracing

/// Records while the kernel starts no further thread, for some milliseconds; prints whether it does record.
func beginWithoutThreads(milliseconds: Int) {
  // The limit does not hold for the superuser.
  if geteuid() == 0, setgid(54321) != 0 || setuid(54321) != 0 { exit(65) }
  limitThreads(to: 1)
  signal(SIGALRM) { _ in limitThreads(to: .max) }
  var time = itimerval()
  time.it_value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
  setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
  subscription().end()
  print(TraceRecording.isRecording)
}

private func limitThreads(to count: rlim_t) {
  let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = min(count, limit.rlim_max)
  setrlimit(resource, &limit)
}
