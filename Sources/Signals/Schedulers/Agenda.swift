/// The work of a virtual-time scheduler, with its times.
struct Agenda {
  /// The time up to which work runs.
  enum Goal {
    case time(Duration)
    /// Until nothing is left to do.
    case idle
  }

  private(set) var now: Duration
  private var entries = Timetable()
  private var goal: Goal?

  /// No thread moves the time.
  var isStandingStill: Bool { goal == nil }

  /// Entries, some of which may be cancelled.
  var count: Int { entries.count }

  init(now: Duration) { self.now = now }

  mutating func add(_ work: ScheduledWork, after delay: Duration, every interval: Duration?) {
    entries.add(work, at: now.later(by: max(delay, .zero)), every: interval)
  }

  /// The time of the next piece of work that was not cancelled.
  var nextTime: Duration? {
    mutating get { entries.next?.time }
  }

  /// Sets a goal. False if another thread moves the time already: that thread goes on to the later of both
  /// goals.
  mutating func begin(_ new: Goal) -> Bool {
    let isFirst = goal == nil
    switch (goal, new) {
    case (.time(let old), .time(let time)): goal = .time(max(old, time))
    case (.idle, _): break
    default: goal = new
    }
    return isFirst
  }

  /// Takes out the next work that is due up to the goal, and moves the time to it. Nil at the goal.
  mutating func takeNext() -> ScheduledWork? {
    guard let goal else { return nil }
    if let entry = entries.takeNext(until: goal.end) {
      now = max(now, entry.time)
      if let interval = entry.interval {
        entries.add(entry.work, at: entry.time.later(by: interval), every: interval)
      }
      return entry.work
    }
    if case .time(let time) = goal { now = max(now, time) }
    self.goal = nil
    return nil
  }
}

extension Agenda.Goal {
  fileprivate var end: Duration {
    switch self {
    case .time(let end): end
    case .idle: Duration(attoseconds: .max)
    }
  }
}
