/// How many subscriptions were alive, over time.
package struct AliveCurve: Sendable {
  /// From then on, up to the next step, so many were alive. Ascending.
  package struct Step: Sendable, Hashable {
    package let time: UInt64
    package let alive: Int
  }

  package let began: UInt64
  package let ended: UInt64
  package let steps: [Step]
  package let peak: Int

  init(_ forest: Forest) {
    began = forest.began
    ended = forest.ended
    var steps: [Step] = []
    var (alive, peak) = (0, 0)
    forest.forEachBirthAndEnd { time, _, isBirth in
      alive += isBirth ? 1 : -1
      if steps.last?.time == time { steps.removeLast() }
      steps.append(Step(time: time, alive: alive))
      peak = max(peak, alive)
    }
    self.steps = steps
    self.peak = peak
  }

  /// How many were alive at `time`, what began or ended then included.
  package func alive(at time: UInt64) -> Int {
    let after = steps.partitioningIndex { $0.time > time }
    return after == 0 ? 0 : steps[after - 1].alive
  }

  /// How many were alive at the end of each of `columns` equal parts of the recording.
  package func samples(columns: Int) -> [Int] {
    guard columns > 0 else { return [] }
    let span = ended - began
    return (1...columns).map { column in
      let part = span.multipliedFullWidth(by: UInt64(column))
      let time = began + UInt64(columns).dividingFullWidth(part).quotient
      return column == columns ? alive(at: ended) : alive(at: time - min(time, 1))
    }
  }
}

extension Forest {
  /// Visits births and ends in the order of time; at the same moment, ends first.
  func forEachBirthAndEnd(_ body: (_ time: UInt64, _ index: Int, _ isBirth: Bool) -> Void) {
    var ends = lives.indices.compactMap { index in
      lives[index].endedAt.map { (time: max($0, lives[index].subscribedAt), index: index) }
    }
    ends.sort { ($0.time, $0.index) < ($1.time, $1.index) }
    var end = 0
    for (index, life) in lives.enumerated() {
      while end < ends.count, ends[end].time <= life.subscribedAt, ends[end].index < index {
        body(ends[end].time, ends[end].index, false)
        end += 1
      }
      body(life.subscribedAt, index, true)
    }
    while end < ends.count {
      body(ends[end].time, ends[end].index, false)
      end += 1
    }
  }
}

extension RandomAccessCollection {
  /// The first index for which `belongsInSecondPartition` holds; it must hold for all that follow.
  func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecondPartition(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
