internal import HeapModule

/// How many subscriptions were alive, over time.
///
/// Of millions the steps would take more room than all else: each question goes through the lives once more.
package struct AliveCurve: Sendable {
  package let began: UInt64
  package let ended: UInt64
  /// The most and the fewest that were alive at a moment.
  package let peak: Int
  package let least: Int
  private let forest: Forest

  init(_ forest: Forest) {
    self.forest = forest
    began = forest.began
    ended = forest.ended
    var (alive, peak, least) = (0, 0, Int.max)
    var last: UInt64?
    forest.forEachBirthAndEnd { time, _, isBirth in
      // Only what is left of a moment counts as few.
      if let last, last != time { least = min(least, alive) }
      last = time
      alive += isBirth ? 1 : -1
      peak = max(peak, alive)
    }
    self.peak = peak
    self.least = min(least, alive)
  }

  /// How many were alive at `time`, what began or ended then included.
  package func alive(at time: UInt64) -> Int { alive(at: [time])[0] }

  /// The same for several moments, in ascending order.
  package func alive(at times: [UInt64]) -> [Int] {
    var counts: [Int] = []
    counts.reserveCapacity(times.count)
    var last = 0
    forest.forEachStep { time, alive in
      while counts.count < times.count, times[counts.count] < time { counts.append(last) }
      last = alive
    }
    while counts.count < times.count { counts.append(last) }
    return counts
  }

  /// How many were alive at the end of each of `columns` equal parts of the recording.
  package func samples(columns: Int) -> [Int] {
    guard columns > 0 else { return [] }
    let span = ended - began
    return alive(
      at: (1...columns).map { column in
        let part = span.multipliedFullWidth(by: UInt64(column))
        let time = began + UInt64(columns).dividingFullWidth(part).quotient
        return column == columns ? ended : time - min(time, 1)
      })
  }

  /// The fewest alive in any of `ranges`, which are ascending and apart; nil without a range.
  func lowest(in ranges: [ClosedRange<UInt64>]) -> Int? {
    var lowest: Int?
    var (next, last) = (0, 0)
    forest.forEachStep { time, alive in
      // Up to this step it was as it stood at the last: that counts for each range that has begun. Those that are over go.
      while next < ranges.count, ranges[next].lowerBound < time {
        lowest = min(lowest ?? .max, last)
        guard ranges[next].upperBound < time else { break }
        next += 1
      }
      if next < ranges.count, ranges[next].contains(time) { lowest = min(lowest ?? .max, alive) }
      last = alive
    }
    return next < ranges.count ? min(lowest ?? .max, last) : lowest
  }
}

extension Forest {
  /// Visits births and ends in the order of time; at the same moment, ends first.
  func forEachBirthAndEnd(_ body: (_ time: UInt64, _ index: Int, _ isBirth: Bool) -> Void) {
    // The ends of those that are alive: no more than are so at a time.
    var ends: Heap<ComingEnd> = []
    for (index, life) in lives.enumerated() {
      while let end = ends.min, end.time <= life.subscribedAt {
        ends.removeMin()
        body(end.time, Int(end.index), false)
      }
      body(life.subscribedAt, index, true)
      if let ended = life.endedAt {
        ends.insert(ComingEnd(time: max(ended, life.subscribedAt), index: UInt32(clamping: index)))
      }
    }
    while let end = ends.popMin() { body(end.time, Int(end.index), false) }
  }

  /// Visits each moment at which some began or ended, and says how many were alive then.
  fileprivate func forEachStep(_ body: (_ time: UInt64, _ alive: Int) -> Void) {
    var step: (time: UInt64, alive: Int)?
    forEachBirthAndEnd { time, _, isBirth in
      if let step, step.time != time { body(step.time, step.alive) }
      step = (time, (step?.alive ?? 0) + (isBirth ? 1 : -1))
    }
    if let step { body(step.time, step.alive) }
  }
}

private struct ComingEnd: Comparable {
  let time: UInt64
  let index: UInt32

  static func < (a: ComingEnd, b: ComingEnd) -> Bool {
    a.time == b.time ? a.index < b.index : a.time < b.time
  }
}
