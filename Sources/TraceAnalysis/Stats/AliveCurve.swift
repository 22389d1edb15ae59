/// How many subscriptions were alive, over time.
///
/// Of millions the steps would take more room than all else: each question goes through the lives once more.
package struct AliveCurve: Sendable {
  package let began: UInt64
  package let ended: UInt64
  /// The most and the fewest that were alive at a moment, from the recording's begin to its end.
  package let peak: Int
  package let least: Int
  private let forest: Forest
  /// Those that count; nil for all.
  private let chosen: ChosenLives?

  /// The fewest that were alive in any of the ranges of each list; nil for a list without one.
  let lowest: [Int?]

  /// - Parameters:
  ///   - chosen: the lives that count, in the order of birth; nil for all.
  ///   - ranges: lists of ranges that are ascending and apart.
  init(_ forest: Forest, of chosen: ChosenLives? = nil, lowestIn ranges: [[ClosedRange<UInt64>]]) {
    self.forest = forest
    self.chosen = chosen
    began = forest.began
    ended = forest.ended
    var (peak, first, least) = (0, 0, Int.max)
    var lows = ranges.map { Lowest(ranges: $0) }
    let began = forest.began
    func take<Lives>(_ step: Steps<Lives>.Step) {
      peak = max(peak, step.most)
      if step.time <= began { first = step.alive } else { least = min(least, step.alive) }
      for index in lows.indices { lows[index].take(time: step.time, alive: step.alive) }
    }
    if let chosen { Steps(chosen).forEach(take) } else { Steps(forest.lives).forEach(take) }
    self.peak = peak
    self.least = min(first, least)
    lowest = lows.map(\.result)
  }

  /// How many were alive at `time`, what began or ended then included.
  package func alive(at time: UInt64) -> Int { alive(at: [time])[0] }

  /// The same for several moments, in ascending order.
  package func alive(at times: [UInt64]) -> [Int] {
    // What has begun by then, without what has ended by then: that needs no order of births and ends.
    var changes = [Int](repeating: 0, count: times.count + 1)
    func count(_ life: Life) {
      changes[place(of: life.subscribedAt, in: times)] += 1
      if let ended = life.endedAt { changes[place(of: max(ended, life.subscribedAt), in: times)] -= 1 }
    }
    if let chosen { chosen.forEach(count) } else { forest.lives.forEach(count) }
    var alive = 0
    return changes.dropLast().map { change in
      alive += change
      return alive
    }
  }

  /// Which of `times`, in ascending order, is the first that is not before `time`; their number if none is.
  private func place(of time: UInt64, in times: [UInt64]) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
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

}

/// The moments at which some of a number of lives began or ended.
struct Steps<Lives: Collection<Life>> {
  struct Step {
    let time: UInt64
    /// How many live on from here.
    let alive: Int
    /// The most that lived at this moment: ends go before births, and who ends as it begins has lived then.
    let most: Int
  }

  private let lives: Lives
  /// Of those that did not end as they began.
  private let ends: [UInt64]

  /// - Parameter lives: in the order of birth.
  init(_ lives: Lives) {
    self.lives = lives
    var ends: [UInt64] = []
    ends.reserveCapacity(lives.count)
    for life in lives {
      if let ended = life.endedAt, ended > life.subscribedAt { ends.append(ended) }
    }
    ends.sort()
    self.ends = ends
  }

  /// In the order of time.
  func forEach(_ body: (Step) -> Void) {
    var (births, end, alive) = (lives.makeIterator(), 0, 0)
    var birth = births.next()
    while birth != nil || end < ends.count {
      let time = min(birth?.subscribedAt ?? .max, end < ends.count ? ends[end] : .max)
      while end < ends.count, ends[end] == time {
        alive -= 1
        end += 1
      }
      var most = alive
      while let life = birth, life.subscribedAt == time {
        let isOver = life.endedAt.map { $0 <= time } ?? false
        most = max(most, alive + 1)
        alive += isOver ? 0 : 1
        birth = births.next()
      }
      body(Step(time: time, alive: alive, most: most))
    }
  }
}

/// The fewest alive in any of some ranges, as the steps come.
private struct Lowest {
  let ranges: [ClosedRange<UInt64>]
  private var next = 0
  private var last = 0
  private var lowest: Int?

  init(ranges: [ClosedRange<UInt64>]) { self.ranges = ranges }

  mutating func take(time: UInt64, alive: Int) {
    // Up to this step it was as it stood at the last: that counts for each range that has begun. Those that are over go.
    while next < ranges.count, ranges[next].lowerBound < time {
      lowest = min(lowest ?? .max, last)
      guard ranges[next].upperBound < time else { break }
      next += 1
    }
    if next < ranges.count, ranges[next].contains(time) { lowest = min(lowest ?? .max, alive) }
    last = alive
  }

  var result: Int? { next < ranges.count ? min(lowest ?? .max, last) : lowest }
}
