/// How many subscriptions were alive, over time.
///
/// The steps of millions of lives would take more room than all else: so each question goes through the lives
/// once more.
package struct AliveCurve: Sendable {
  package let began: UInt64
  package let ended: UInt64
  /// The most and the fewest that were alive at a moment, from the recording's begin to its end.
  package let peak: Int
  package let least: Int
  private let forest: Forest
  /// The lives that count; nil for all.
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
    func take(_ step: Steps.Step) {
      peak = max(peak, step.most)
      if step.time <= began { first = step.alive } else { least = min(least, step.alive) }
      for index in lows.indices { lows[index].take(time: step.time, alive: step.alive) }
    }
    var ends: [UInt64] = []
    ends.reserveCapacity(chosen?.count ?? forest.lives.count)
    Self.forEachSpan(forest, chosen) { birth, end in
      if let end, end > birth { ends.append(end) }
    }
    var steps = Steps(ends: ends)
    Self.forEachSpan(forest, chosen) { steps.take(from: $0, to: $1, take) }
    steps.finish(take)
    self.peak = peak
    self.least = min(first, least)
    lowest = lows.map(\.result)
  }

  /// How many were alive at `time`, after all beginnings and ends of that moment.
  package func alive(at time: UInt64) -> Int { alive(at: [time])[0] }

  /// The same for several moments, in ascending order.
  package func alive(at times: [UInt64]) -> [Int] {
    // The number of births by then, minus the number of ends by then: no order of births and ends is needed.
    var changes = [Int](repeating: 0, count: times.count + 1)
    Self.forEachSpan(forest, chosen) { birth, end in
      changes[place(of: birth, in: times)] += 1
      if let end { changes[place(of: max(end, birth), in: times)] -= 1 }
    }
    var alive = 0
    return changes.dropLast().map { change in
      alive += change
      return alive
    }
  }

  /// The place of the first of `times`, which are in ascending order, that is not before `time`; their number
  /// if none is.
  private func place(of time: UInt64, in times: [UInt64]) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// When each of the lives that count began, and when it ended.
  @inline(__always)
  private static func forEachSpan(
    _ forest: Forest, _ chosen: ChosenLives?, _ body: (_ birth: UInt64, _ end: UInt64?) -> Void
  ) {
    guard let chosen else { return forest.table.rows.forEachSpan(body) }
    for life in chosen { body(life.subscribedAt, life.endedAt) }
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
struct Steps {
  struct Step {
    let time: UInt64
    /// How many live on from here.
    let alive: Int
    /// The most that lived at this moment: ends go before births, and a life that ends as it begins has lived
    /// then.
    let most: Int
  }

  /// The ends, ascending. Lives that ended as they began are left out.
  private let ends: [UInt64]
  /// How many of them are over.
  private var ended = 0
  private var alive = 0
  /// The moment that births are added to, and the most that lived at it.
  private var moment: UInt64?
  private var most = 0

  /// - Parameter ends: in any order, without lives that ended as they began.
  init(ends: consuming [UInt64]) {
    ends.sort()
    self.ends = ends
  }

  /// Takes the next life, in the order of birth: gives the steps before it to `body`.
  @inline(__always)
  mutating func take(from birth: UInt64, to end: UInt64?, _ body: (Step) -> Void) {
    if moment != birth { goOn(to: birth, body) }
    most = max(most, alive + 1)
    alive += end.map { $0 <= birth } ?? false ? 0 : 1
  }

  /// Gives the rest of the steps to `body`.
  mutating func finish(_ body: (Step) -> Void) {
    goOn(to: nil, body)
  }

  private mutating func goOn(to birth: UInt64?, _ body: (Step) -> Void) {
    if let moment { body(Step(time: moment, alive: alive, most: most)) }
    while ended < ends.count, birth.map({ ends[ended] < $0 }) ?? true {
      let (time, before) = (ends[ended], ended)
      while ended < ends.count, ends[ended] == time { ended += 1 }
      alive -= ended - before
      body(Step(time: time, alive: alive, most: alive))
    }
    let before = ended
    while ended < ends.count, ends[ended] == birth { ended += 1 }
    alive -= ended - before
    (moment, most) = (birth, alive)
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
    // Up to this step it was as it stood at the last: that counts for each range that has begun. Ended lives
    // go.
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

extension Collection where Element == Life {
  /// The most of them that were alive at one moment. They are in the order of birth.
  var peak: Int {
    var ends: [UInt64] = []
    ends.reserveCapacity(count)
    for life in self {
      if let end = life.endedAt, end > life.subscribedAt { ends.append(end) }
    }
    var (steps, peak) = (Steps(ends: ends), 0)
    for life in self {
      steps.take(from: life.subscribedAt, to: life.endedAt) { peak = Swift.max(peak, $0.most) }
    }
    steps.finish { peak = Swift.max(peak, $0.most) }
    return peak
  }
}
