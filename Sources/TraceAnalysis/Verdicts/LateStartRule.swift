internal import TraceFormat

extension Judge {
  /// So few may have been on their way.
  static let fewestLateStarts: UInt32 = 3

  /// A signal stopped the source of an operator, which went on to begin what had waited, and all of that is over.
  ///
  /// Who means a queue to be worked off can end it, or hears of its end. Where the caller let go of the handle before, and
  /// listens for no end, the signal was all that there was to end it.
  func lateStartBreaks() -> [Break] {
    forest.livesFlagged(any: .sourceStopped).compactMap { queue in
      let index = queue.index
      guard !queue.isAlive, queue.startsAfterStop >= Self.fewestLateStarts,
        queue.traits.contains(.flattens), let (number, time) = queue.stoppedSource,
        let stopped = forest[number], isOfSignal(stopped), isLeftToItsStop(roots[index], at: time),
        !hasStop(from: index, to: roots[index]), doubt(index) == nil,
        let first = queue.upstreams.first(where: { isLateStart(forest.lives[$0 - 1], since: time) })
      else { return nil }
      return Break(
        reason: .begunAfterStop, confidence: .likely, top: first - 1, downstream: index,
        evidence: [
          .stopFired(stopped: number, by: stopped.stoppedBy ?? number, at: time),
          .begunAfterStop(count: queue.startsAfterStop, first: first),
          .endUnheard(roots[index] + 1),
        ],
        site: queue.site, hint: .moveStopBelow(stop: stopOperator(stopped).site, flattening: queue.site))
    }
  }

  func isLateStart(_ life: Life, since time: UInt64) -> Bool {
    life.role.kind == .inner && life.subscribedAt >= time
  }

  /// Nobody had the handle when the stop came, and nobody is told when it is over.
  private func isLeftToItsStop(_ root: Int, at time: UInt64) -> Bool {
    let life = forest.lives[root]
    guard life.traits.contains(.unheardEnd), life.hasEnding, life.owner == nil,
      let released = life.handleReleasedAt
    else { return false }
    return released < time
  }

  /// What was begun too late and is over, with all that was begun for it, and what it was begun for.
  func lateStarts(of candidate: Break) -> [Int] {
    guard candidate.reason == .begunAfterStop, let queue = candidate.downstream,
      let (_, time) = forest.lives[queue].stoppedSource
    else { return [] }
    var found = [queue]
    while let below = forest.lives[found[found.count - 1]].downstream { found.append(below - 1) }
    var rest = forest.lives[queue].upstreams.filter { isLateStart(forest.lives[$0 - 1], since: time) }
    while let next = rest.popLast() {
      found.append(next - 1)
      rest += forest.lives[next - 1].upstreams.filter { forest.lives[$0 - 1].role.kind != .shared }
    }
    return found
  }
}
