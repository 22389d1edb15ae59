import Glibc
import Synchronization

/// An ordinary thread, and one of real-time priority that has the same processor: while the latter turns in a loop, the
/// former does not go on.
final class RealTimePair: Sendable {
  private let isInside = Atomic<Bool>(false)
  private let met = Atomic<Int>(0)
  private let busy = Atomic<UInt64>(0)
  private let isOver = Atomic<Bool>(false)
  private let called = Semaphore()
  private let answered = Semaphore()

  /// Whether this process may have such threads.
  static let mayBeMade: Bool = {
    let pair = RealTimePair()
    pthread_join(startThread { pair.isOver.store(becomeRealTime(), ordering: .relaxed) }, nil)
    return pair.isOver.load(ordering: .relaxed)
  }()

  struct Meetings {
    /// How often the urgent thread found the other inside.
    var count: Int
    /// What the urgent thread took of the processor, however long it all lasted.
    var processorTime: Duration
  }

  /// Runs `urgently` on the one thread each time that `inside` calls on the other, right where it calls.
  ///
  /// - Returns: nil when it took longer than a minute.
  func meet(
    times: Int, inside: @escaping @Sendable (_ call: () -> Void) -> Void,
    urgently: @escaping @Sendable () -> Void
  ) -> Meetings? {
    let processor = Processors.current
    let urgent = startThread { [self] in
      pin(to: processor)
      becomeRealTime()
      for _ in 0..<times {
        called.wait()
        if isInside.load(ordering: .relaxed) { met.add(1, ordering: .relaxed) }
        urgently()
        answered.post()
      }
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      busy.store(UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec), ordering: .relaxed)
      isOver.store(true, ordering: .releasing)
    }
    let ordinary = startThread { [self] in
      pin(to: processor)
      for _ in 0..<times {
        inside { [self] in
          isInside.store(true, ordering: .relaxed)
          called.post()
          isInside.store(false, ordering: .relaxed)
        }
        answered.wait()
      }
    }
    for _ in 0..<60_000 where !isOver.load(ordering: .acquiring) { usleep(1000) }
    let isInTime = isOver.load(ordering: .acquiring)
    // So that both come to their ends.
    if !isInTime { becomeRealTime(ordinary, priority: 2) }
    pthread_join(ordinary, nil)
    pthread_join(urgent, nil)
    guard isInTime else { return nil }
    return Meetings(
      count: met.load(ordering: .relaxed), processorTime: .nanoseconds(busy.load(ordering: .relaxed)))
  }
}

@discardableResult
private func becomeRealTime(_ thread: pthread_t = pthread_self(), priority: Int32 = 1) -> Bool {
  var parameters = sched_param()
  parameters.sched_priority = priority
  return pthread_setschedparam(thread, SCHED_FIFO, &parameters) == 0
}

private func pin(to processor: Int) {
  var set = [UInt8](repeating: 0, count: 128)
  set[processor / 8] |= 1 << UInt8(processor % 8)
  _ = Processors.setAffinity(0, set.count, set)
}

/// What the C library says of processors; its headers show it to GNU programs alone.
private enum Processors {
  typealias SetAffinity = @convention(c) (pid_t, Int, UnsafePointer<UInt8>) -> Int32
  typealias Current = @convention(c) () -> Int32

  static let setAffinity = unsafeBitCast(dlsym(nil, "sched_setaffinity"), to: SetAffinity.self)
  static var current: Int { Int(unsafeBitCast(dlsym(nil, "sched_getcpu"), to: Current.self)()) }
}

private final class Semaphore: @unchecked Sendable {
  // The C library's own: any thread may use it.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func post() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0 {} }
}
