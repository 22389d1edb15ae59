import CDispatch
import Glibc
import SignalTracing
import Synchronization

/// Threads that go through rounds together: all begin a round at one moment, and none the next before all are done.
struct ThreadTeam {
  /// A body for each thread, and what one of them does before and after each round while the others wait.
  let members: [@Sendable (Int) -> Void]
  let prepare: @Sendable (Int) -> Void
  let finish: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - patience: after so many seconds without a finished round the threads are taken to wait for each other.
  ///   - stuck: what is done then, once a round; by default the process says which round it was and ends, since such
  ///     threads cannot be freed.
  func run(
    rounds: Int, patience: Int = 120,
    stuck: (Int) -> Void = { fatalError("threads wait for each other in round \($0)") }
  ) {
    let barrier = Barrier(members.count)
    let round = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let threads = members.enumerated().map { number, member in
      startThread {
        for index in 0..<rounds {
          if number == 0 {
            round.store(index, ordering: .relaxed)
            prepare(index)
          }
          barrier.meet()
          member(index)
          barrier.meet()
          if number == 0 { finish(index) }
        }
        done.add(1, ordering: .releasing)
      }
    }
    var last = (round: 0, since: time(nil))
    while done.load(ordering: .acquiring) < threads.count {
      let current = round.load(ordering: .relaxed)
      if current != last.round { last = (current, time(nil)) }
      if time(nil) - last.since > patience {
        stuck(current)
        last.since = time(nil)
      }
      usleep(500)
    }
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// Where so many threads wait for each other, again and again. They do not sleep: who sleeps comes too late.
private final class Barrier: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  func meet() {
    let number = arrived.add(1, ordering: .acquiringAndReleasing).oldValue
    let all = (number / count + 1) * count
    var turns = 0
    while arrived.load(ordering: .acquiring) < all {
      turns += 1
      if turns % 256 == 0 { sched_yield() } else { SpinWait.pause() }
    }
  }
}

/// A lock of the program's, which a thread may take again that holds it.
final class ProgramLock: @unchecked Sendable {
  // Initialized once, and guarded by itself.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }
}

/// A thread that does what it is told while others wait for it.
final class Helper: Sendable {
  private let asked = Fence()
  private let answered = Fence()
  private let work = Mutex<(@Sendable () -> Void)?>(nil)
  private let thread = Mutex<pthread_t?>(nil)

  init() {
    thread.withLock {
      $0 = startThread { [asked, answered, unowned self] in
        while true {
          asked.wait()
          guard let body = self.work.withLock({ exchange(&$0, with: nil) }) else { return }
          body()
          answered.open()
        }
      }
    }
  }

  /// Runs `body` on the helper's thread, and waits for it. One caller at a time.
  func run(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0 = body }
    asked.open()
    answered.wait()
  }

  /// Ends the thread.
  func stop() {
    asked.open()
    if let thread = thread.withLock({ $0 }) { pthread_join(thread, nil) }
  }
}
