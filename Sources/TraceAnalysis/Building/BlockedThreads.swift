internal import TraceFormat

/// Threads that wait for a signal within a scheduler's work: until the wait is over, no other work of that scheduler begins.
struct BlockedThreads: Sendable {
  private static let names: Set<String> = ["blocking", "toSequence"]

  /// The scheduler whose work each thread is in.
  private var schedulers: [ThreadID: UInt64] = [:]
  /// Who waits in work of a scheduler.
  private var waits: [UInt64: (life: Int, thread: ThreadID)] = [:]

  mutating func beginWork(of scheduler: UInt64, on thread: ThreadID) {
    // Another thread works for it: the scheduler does not wait for one that is blocked.
    if let wait = waits[scheduler], wait.thread != thread { waits[scheduler] = nil }
    if schedulers[thread] == nil { schedulers[thread] = scheduler }
  }

  mutating func endWork(of scheduler: UInt64, on thread: ThreadID) {
    guard schedulers[thread] == scheduler else { return }
    schedulers[thread] = nil
    if waits[scheduler]?.thread == thread { waits[scheduler] = nil }
  }

  /// A root was subscribed to, perhaps by a thread that waits for it from now on.
  mutating func begin(_ life: Int, _ name: String, on thread: ThreadID) {
    guard !schedulers.isEmpty, let scheduler = schedulers[thread], Self.names.contains(name) else { return }
    waits[scheduler] = (life, thread)
  }

  /// The wait that keeps work of a scheduler from beginning; nil where none does.
  func life(keeping scheduler: UInt64) -> Int? { waits.isEmpty ? nil : waits[scheduler]?.life }

  /// Gives each life its new number, and forgets waits for lives without one.
  mutating func renumber(_ numbered: (Int) -> Int) {
    for (scheduler, wait) in waits {
      let number = numbered(wait.life)
      waits[scheduler] = number == 0 ? nil : (number, wait.thread)
    }
  }

  mutating func end(_ life: Int) {
    guard !waits.isEmpty, let scheduler = waits.first(where: { $1.life == life })?.key else { return }
    waits[scheduler] = nil
  }
}
