import SignalTracing

#if canImport(Glibc)
  import Glibc
#endif

/// A result that one thread waits for and another thread provides.
final class Latch<State>: @unchecked Sendable {
  // Guarded by the mutex.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    let attributes = UnsafeMutablePointer<pthread_condattr_t>.allocate(capacity: 1)
    pthread_condattr_init(attributes)
    pthread_condattr_setclock(attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, attributes)
    pthread_condattr_destroy(attributes)
    attributes.deallocate()
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func change(_ body: (inout State) -> Void) {
    pthread_mutex_lock(mutex)
    body(&state)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until `take` returns a result, or until `timeout` has passed.
  func wait<Result>(upTo timeout: Duration?, _ take: (inout State) -> Result?) -> Result? {
    var deadline = timeout.map(Self.deadline)
    // A thread that cancels this one meanwhile waits with it: a cancelled wait would keep the mutex.
    let cancellation = ThreadCancellation.forbid()
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      ThreadCancellation.allow(cancellation)
    }
    while true {
      if let result = take(&state) { return result }
      if deadline == nil {
        pthread_cond_wait(changed, mutex)
      } else if pthread_cond_timedwait(changed, mutex, &deadline!) == ETIMEDOUT {
        return take(&state)
      }
    }
  }

  private static func deadline(in timeout: Duration) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    // A century counts as for ever; a longer time would not fit.
    let (seconds, attoseconds) = min(max(timeout, .zero), .seconds(100 * 365 * 86_400)).components
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
