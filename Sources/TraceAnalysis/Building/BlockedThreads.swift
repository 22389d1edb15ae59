internal import TraceFormat

/// Threads that wait for a signal within a scheduler's work: until the wait is over, no other work of that
/// scheduler begins.
struct BlockedThreads: Sendable {
  private struct Wait {
    var life: LifeIndex
    let thread: ThreadID
    /// The works that were scheduled there meanwhile, and have not begun.
    var works: Set<UInt64> = []
  }

  private static let names: Set<String> = ["blocking", "toSequence"]

  /// The scheduler whose work each thread is in.
  private var schedulers: [ThreadID: UInt64] = [:]
  /// The wait in work of a scheduler.
  private var waits: [UInt64: Wait] = [:]

  /// Returns the life that was waited for, if the work begins in spite of the wait: then nothing waits for
  /// that.
  mutating func beginWork(_ work: UInt64, of scheduler: UInt64, on thread: ThreadID) -> LifeIndex? {
    if schedulers[thread] == nil { schedulers[thread] = scheduler }
    guard !waits.isEmpty, let wait = waits[scheduler], wait.thread != thread || wait.works.contains(work)
    else {
      return nil
    }
    waits[scheduler] = nil
    return wait.life
  }

  mutating func endWork(of scheduler: UInt64, on thread: ThreadID) {
    guard schedulers[thread] == scheduler else { return }
    schedulers[thread] = nil
    if waits[scheduler]?.thread == thread { waits[scheduler] = nil }
  }

  /// A root was subscribed to, perhaps by a thread that waits for it from now on.
  mutating func begin(_ life: LifeIndex, _ name: String, on thread: ThreadID) {
    guard !schedulers.isEmpty, let scheduler = schedulers[thread], Self.names.contains(name) else { return }
    waits[scheduler] = Wait(life: life, thread: thread)
  }

  /// Returns the life that a thread waits for meanwhile, and how many works wait with it; nil where none
  /// does.
  mutating func schedule(_ work: UInt64, on scheduler: UInt64) -> (life: LifeIndex, works: Int)? {
    guard !waits.isEmpty, waits[scheduler] != nil else { return nil }
    waits[scheduler]?.works.insert(work)
    return waits[scheduler].map { ($0.life, $0.works.count) }
  }

  /// Follows lives to their new indices, and forgets waits for lives without one.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    for (scheduler, wait) in waits {
      if let index = newIndex(wait.life) { waits[scheduler]?.life = index } else { waits[scheduler] = nil }
    }
  }

  mutating func end(_ life: LifeIndex) {
    guard !waits.isEmpty, let scheduler = waits.first(where: { $1.life == life })?.key else { return }
    waits[scheduler] = nil
  }
}
