/// The work of a virtual-time scheduler, with its times.
struct Agenda {
  /// How far time is to be moved.
  enum Goal {
    case time(Duration)
    /// Until nothing is left to do.
    case idle
  }

  private(set) var now: Duration
  private var entries = Timetable()
  private var goal: Goal?

  /// Nobody is on the way to a goal.
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

  /// Sets out for a goal; false if somebody is on the way already, who now goes on to the later of both.
  mutating func begin(_ new: Goal) -> Bool {
    let isFirst = goal == nil
    switch (goal, new) {
    case (.time(let old), .time(let time)): goal = .time(max(old, time))
    case (.idle, _): break
    default: goal = new
    }
    return isFirst
  }

  /// Takes out what is due next on the way to the goal, and makes its time the present one; nil at the goal.
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
