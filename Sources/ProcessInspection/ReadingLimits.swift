import CClock
import CFiles
import Glibc
import Synchronization

/// How much reading a file may cost, whose owner wants to harm whoever looks at it.
///
/// A file may lie on a file system that a person has made (FUSE), or on a server, and a read of it may never
/// end. Each call is made by a thread of its own, which is left behind when the file's time is over.
final class ReadingLimits: Sendable {
  private struct Rest {
    var nanoseconds: Int64
    var bytes: UInt64
  }

  private let rest: Mutex<Rest>
  /// Threads that were left behind. Where there are as many as `mostLost`, nothing is waited for any more.
  private static let lost = Atomic<Int>(0)
  private static let mostLost = 8

  /// - Parameters:
  ///   - seconds: so long all calls together wait.
  ///   - bytes: so many are read, in all.
  init(seconds: Double = 5, bytes: UInt64 = 256 << 20) {
    rest = Mutex(Rest(nanoseconds: Int64(seconds * 1e9), bytes: bytes))
  }

  /// Whether there is no time left.
  var isOver: Bool { rest.withLock { $0.nanoseconds <= 0 } }

  /// False where the file has been read so much that this is too many.
  func take(bytes: UInt64) -> Bool {
    rest.withLock { rest in
      guard bytes <= rest.bytes else { return false }
      rest.bytes -= bytes
      return true
    }
  }

  /// Runs `body` in a thread, and gives its result; nil when it does not come back in time, or no thread can
  /// be had.
  func perform<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) -> Answer? {
    let left = rest.withLock { $0.nanoseconds }
    guard left > 0 else { return nil }
    guard Self.lost.load(ordering: .relaxed) < Self.mostLost else {
      rest.withLock { $0.nanoseconds = 0 }
      return nil
    }
    let call = LimitedCall(body)
    guard call.start() else { return nil }
    let began = ContinuousClock.now
    let answer = call.wait(nanoseconds: left)
    let (seconds, attoseconds) = (ContinuousClock.now - began).components
    rest.withLock { $0.nanoseconds -= seconds * 1_000_000_000 + attoseconds / 1_000_000_000 }
    if answer == nil { Self.lost.add(1, ordering: .relaxed) }
    return answer
  }
}

/// A call that another thread makes, and its answer.
private final class LimitedCall<Answer: Sendable>: Sendable {
  private let body: @Sendable () -> Answer
  private let answer = Mutex<Answer?>(nil)
  /// Raised once the answer is there. Lives as long as one of the two threads does.
  private nonisolated(unsafe) let isDone: UnsafeMutablePointer<sem_t>

  init(_ body: @escaping @Sendable () -> Answer) {
    self.body = body
    isDone = .allocate(capacity: 1)
    sem_init(isDone, 0, 0)
  }

  deinit {
    sem_destroy(isDone)
    isDone.deallocate()
  }

  /// False where there can be no thread.
  func start() -> Bool {
    // Signals are for the threads that were there before.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let own = Unmanaged<AnyObject>.passRetained(Runner(run: { self.run() }))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { own in
        guard let own else { return nil }
        (Unmanaged<AnyObject>.fromOpaque(own).takeRetainedValue() as? Runner)?.run()
        return nil
      }, own.toOpaque())
    guard result == 0 else {
      own.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    let found = body()
    answer.withLock { $0 = found }
    sem_post(isDone)
  }

  func wait(nanoseconds: Int64) -> Answer? {
    guard rx_wait_until(isDone, rx_clock_monotonic() + UInt64(nanoseconds)) else { return nil }
    return answer.withLock { $0 }
  }
}

/// The work of a thread, without its type.
private final class Runner: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
