import HeapModule

/// Work that waits for its time. At equal times, the work that was added first comes first. Adding and taking
/// out is O(log n). Cancelled work takes no more memory than waiting work.
package struct Timetable {
  package struct Entry: Comparable {
    package let time: Duration
    package let interval: Duration?
    package let leeway: Duration
    package let work: ScheduledWork
    fileprivate let number: UInt64

    package static func < (a: Entry, b: Entry) -> Bool {
      a.time == b.time ? a.number < b.number : a.time < b.time
    }
    package static func == (a: Entry, b: Entry) -> Bool { a.number == b.number }
  }

  private var entries: Heap<Entry> = []
  private var added: UInt64 = 0
  /// With more entries than this, the entries with cancelled work are taken out.
  private var roomy = 64

  package init() {}

  /// Entries, some of which may be cancelled.
  package var count: Int { entries.count }

  package mutating func add(
    _ work: ScheduledWork, at time: Duration, every interval: Duration? = nil, leeway: Duration = .zero
  ) {
    if entries.count >= roomy {
      entries = Heap(entries.unordered.filter { !$0.work.isDisposed })
      roomy = max(64, 2 * entries.count)
    }
    added += 1
    entries.insert(Entry(time: time, interval: interval, leeway: leeway, work: work, number: added))
  }

  /// The next entry whose work was not cancelled.
  package var next: Entry? {
    mutating get {
      while let next = entries.min {
        guard next.work.isDisposed else { return next }
        entries.removeMin()
      }
      return nil
    }
  }

  /// Takes the next entry out if its time is not after `end`. Repeating work has to be added again.
  package mutating func takeNext(until end: Duration) -> Entry? {
    guard let next, next.time <= end else { return nil }
    return entries.popMin()
  }
}
