/// How many subscriptions stay alive when nothing is going on. A floor that does not come back is a leak.
package struct Floor: Sendable, Hashable {
  package enum Basis: Sendable, Hashable {
    /// The fewest at moments when every session that had begun was over or had its stop signal.
    case betweenSessions
    /// There was no such moment: the fewest in the second half of the recording.
    case secondHalf
  }

  package let alive: Int
  package let basis: Basis

  init(_ forest: Forest, _ verdicts: Verdicts, _ curve: AliveCurve) {
    let pauses = Floor.pauses(forest, verdicts)
    if let lowest = Floor.lowest(curve, in: pauses) {
      alive = lowest
      basis = .betweenSessions
    } else {
      let middle = curve.began + (curve.ended - curve.began) / 2
      alive = Floor.lowest(curve, in: [middle...curve.ended]) ?? 0
      basis = .secondHalf
    }
  }

  /// The fewest alive in any of `ranges`, which are ascending.
  private static func lowest(_ curve: AliveCurve, in ranges: [ClosedRange<UInt64>]) -> Int? {
    var lowest: Int?
    for range in ranges {
      lowest = min(lowest ?? .max, curve.alive(at: range.lowerBound))
      var next = curve.steps.partitioningIndex { $0.time > range.lowerBound }
      while next < curve.steps.count, curve.steps[next].time <= range.upperBound {
        lowest = min(lowest ?? .max, curve.steps[next].alive)
        next += 1
      }
    }
    return lowest
  }

  /// When no session was on, from the first session's begin. A session is a root's life that is neither
  /// long-lived nor from before the recording, until its end or its stop signal.
  private static func pauses(_ forest: Forest, _ verdicts: Verdicts) -> [ClosedRange<UInt64>] {
    let stops = stopTimes(forest)
    var busy: [(begin: UInt64, end: UInt64)] = []
    for root in forest.lives where root.downstream == nil && !root.wasAliveBefore {
      if verdicts[root.number] == .longLived { continue }
      var end = root.endedAt
      if case .leaked? = verdicts[root.number] { end = end ?? stops[root.number - 1] }
      busy.append((root.subscribedAt, max(end ?? .max, root.subscribedAt)))
    }
    guard var until = busy.first?.end else { return [] }
    var pauses: [ClosedRange<UInt64>] = []
    for (begin, end) in busy.dropFirst() {
      if begin > until { pauses.append(until...(begin - 1)) }
      until = max(until, end)
    }
    if until < forest.ended { pauses.append(until...forest.ended) }
    return pauses
  }

  /// For each root, when the first stop signal in its tree fired.
  private static func stopTimes(_ forest: Forest) -> [UInt64?] {
    var roots = Array(forest.lives.indices)
    var stops = [UInt64?](repeating: nil, count: roots.count)
    for index in forest.topDown {
      if let downstream = forest.lives[index].downstream { roots[index] = roots[downstream - 1] }
      guard let time = forest.lives[index].stoppedAt else { continue }
      stops[roots[index]] = min(stops[roots[index]] ?? .max, time)
    }
    return stops
  }
}
