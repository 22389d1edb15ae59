import Glibc
import Harness
import RawLimit

extension Contestant {
  /// A lock around a virtual call: what lets one thread at a time deliver, and has the other wait.
  mutating func addLives() {
    shared = {
      let arrivals = RawArrivals()
      return Shared(send: { arrivals.send($0) }, arrivals: { arrivals.count })
    }
  }
}

private final class RawArrivals: @unchecked Sendable {
  // Guarded by the lock.
  @exclusivity(unchecked) private(set) var count = 0
  private let source = RawSource()
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(lock, nil)
    source.add(RawSink { [unowned self] _ in count &+= 1 })
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func send(_ value: Int) {
    pthread_mutex_lock(lock)
    source.next(value)
    pthread_mutex_unlock(lock)
  }
}
