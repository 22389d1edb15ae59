import Glibc
import ProcessInspection
import Synchronization
import TraceAnalysis
import TraceFormat

/// Reads a recording while its program runs, so that everything about it can be said soon after the end.
///
/// A thread of its own does that when no other thread of the machine wants the processor, and for as long as
/// there is plenty of memory: the program must not suffer from the reading.
final class EarlyReading: Sendable {
  private static let pause = 300
  /// A look checks the whole file: it takes at most one part in this many of the time.
  private static let leisure = 8
  /// The reading takes at most one part in this many of the free memory.
  private static let modesty: UInt64 = 8
  /// At most this many subscriptions are kept while the program runs; the others are read at its end.
  private static let mostLives = 1_000_000

  private let path: String
  private let forest: Mutex<GrowingForest>
  /// Counts who has had the forest. The kernel hands a `Mutex` from thread to thread (`FUTEX_LOCK_PI`), and
  /// the thread sanitizer does not see that; it sees this.
  private let turns = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  /// `SCHED_IDLE`: for when nobody else wants the processor.
  private static let whenIdle: Int32 = 5
  private let reader = Mutex<pthread_t?>(nil)

  /// - Parameter path: where the recording is expected.
  init(_ path: String, options: ForestBuilder.Options) {
    self.path = path
    forest = Mutex(GrowingForest(options: options))
    guard let thread = BackgroundThread.start({ self.read() }) else { return }
    if Self.schedule(thread, Self.whenIdle) {
      reader.withLock { $0 = thread }
    } else {
      isOver.store(true, ordering: .relaxed)
      pthread_detach(thread)
    }
  }

  /// Reads what is left of `recording`. Once.
  func finish(_ recording: Recording) -> Forest {
    isOver.store(true, ordering: .relaxed)
    // Somebody waits for it now.
    if let thread = reader.withLock({ $0.take() }) {
      _ = Self.schedule(thread, SCHED_OTHER)
      pthread_detach(thread)
    }
    return withForest { $0.finish(recording) }
  }

  private func withForest<Result: Sendable>(_ body: (inout GrowingForest) -> Result) -> Result {
    forest.withLock { forest in
      let turn = turns.load(ordering: .acquiring)
      defer { turns.store(turn + 1, ordering: .releasing) }
      return body(&forest)
    }
  }

  private func read() {
    var pause = Self.pause
    while !isOver.load(ordering: .relaxed) {
      usleep(UInt32(pause * 1000))
      guard !isOver.load(ordering: .relaxed), Self.hasRoom else { continue }
      let began = ContinuousClock.now
      guard let recording = try? Recording.open(path).withSourceLines() else { continue }
      let cost = ContinuousClock.now - began
      withForest { forest in
        // Once it is over, this look may be old: `finish` reads the rest of the file as it is then.
        if !isOver.load(ordering: .relaxed) { forest.read(recording, most: Self.mostLives) }
      }
      guard withForest({ $0.lifeCount < Self.mostLives }) else { return }
      pause = max(Self.pause, Int(cost / .milliseconds(1)) * Self.leisure)
    }
  }

  private static func schedule(_ thread: pthread_t, _ policy: Int32) -> Bool {
    var parameter = sched_param()
    return pthread_setschedparam(thread, policy, &parameter) == 0
  }

  /// Whether it takes a small part of the memory that is free.
  private static var hasRoom: Bool {
    guard let free = FreeMemory.bytes, let own = ProcFile.number("VmRSS:", in: "/proc/self/status") else {
      return false
    }
    return own * 1024 < free / modesty
  }
}
