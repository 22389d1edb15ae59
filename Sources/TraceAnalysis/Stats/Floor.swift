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

  /// Of the fewest alive in each of ``ranges(_:_:)``.
  init(_ lowest: [Int?]) {
    if let alive = lowest[0] {
      self.alive = alive
      basis = .betweenSessions
    } else {
      alive = lowest[1] ?? 0
      basis = .secondHalf
    }
  }

  /// Where to look: between sessions, else in the second half.
  static func ranges(_ forest: Forest, _ verdicts: Verdicts) -> [[ClosedRange<UInt64>]] {
    let middle = forest.began + (forest.ended - forest.began) / 2
    return [pauses(forest, verdicts), [middle...forest.ended]]
  }

  /// When no session was on, from the first session's begin. A session is a root's life that is neither
  /// long-lived nor from before the recording, until its end or its stop signal.
  private static func pauses(_ forest: Forest, _ verdicts: Verdicts) -> [ClosedRange<UInt64>] {
    let stops = stopTimes(forest)
    var busy: [(begin: UInt64, end: UInt64)] = []
    for root in forest.rootLives where !root.wasAliveBefore {
      if verdicts[root.index] == .longLived { continue }
      var end = root.endedAt
      if verdicts[root.index]?.isLeak ?? false { end = end ?? stops[root.index] }
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
  private static func stopTimes(_ forest: Forest) -> LifeMap<UInt64?> {
    var stops = LifeMap<UInt64?>(nil, count: forest.lives.count)
    for life in forest.rareLives {
      guard let time = life.stoppedAt else { continue }
      let root = life.root.index
      stops[root] = min(stops[root] ?? .max, time)
    }
    return stops
  }
}
