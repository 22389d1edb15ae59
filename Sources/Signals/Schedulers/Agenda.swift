import HeapModule

/// What a virtual-time scheduler has to do, and when: of equal times, what came first is first.
struct Agenda {
  /// How far time is to be moved.
  enum Goal {
    case time(Duration)
    /// Until nothing is left to do.
    case idle
  }

  private(set) var now: Duration
  private var entries: Heap<Entry> = []
  private var added: UInt64 = 0
  private var goal: Goal?
  /// With more entries than this, those whose work was cancelled are taken out.
  private var roomy = 64

  private struct Entry: Comparable {
    let time: Duration
    let number: UInt64
    let interval: Duration?
    let work: ScheduledWork

    static func < (a: Entry, b: Entry) -> Bool { a.time == b.time ? a.number < b.number : a.time < b.time }
    static func == (a: Entry, b: Entry) -> Bool { a.number == b.number }
  }

  /// Nobody is on the way to a goal.
  var isStandingStill: Bool { goal == nil }

  /// Entries, some of which may be cancelled.
  var count: Int { entries.count }

  init(now: Duration) { self.now = now }

  mutating func add(_ work: ScheduledWork, after delay: Duration, every interval: Duration?) {
    insert(work, at: now.later(by: max(delay, .zero)), every: interval)
  }

  private mutating func insert(_ work: ScheduledWork, at time: Duration, every interval: Duration?) {
    if entries.count >= roomy {
      entries = Heap(entries.unordered.filter { !$0.work.isDisposed })
      roomy = max(64, 2 * entries.count)
    }
    added += 1
    entries.insert(Entry(time: time, number: added, interval: interval, work: work))
  }

  /// The time of the next piece of work that was not cancelled.
  var nextTime: Duration? {
    mutating get {
      while let next = entries.min {
        guard next.work.isDisposed else { return next.time }
        entries.removeMin()
      }
      return nil
    }
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
    if let time = nextTime, goal.includes(time), let entry = entries.popMin() {
      now = max(now, time)
      if let interval = entry.interval { insert(entry.work, at: time.later(by: interval), every: interval) }
      return entry.work
    }
    if case .time(let time) = goal { now = max(now, time) }
    self.goal = nil
    return nil
  }
}

extension Agenda.Goal {
  fileprivate func includes(_ time: Duration) -> Bool {
    switch self {
    case .time(let end): time <= end
    case .idle: true
    }
  }
}
