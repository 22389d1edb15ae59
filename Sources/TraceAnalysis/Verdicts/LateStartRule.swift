internal import TraceFormat

extension Facts {
  /// A signal stopped the source of an operator, which went on to begin what had waited, and all of that is over.
  ///
  /// Who means a queue to be worked off can end it, or hears of its end. Where the caller let go of the handle before, and
  /// listens for no end, the signal was all that there was to end it.
  func lateStartBreaks() -> [Break] {
    forest.livesFlagged(any: .sourceStopped).compactMap { queue in
      let index = queue.index
      guard !queue.isAlive, queue.startsAfterStop >= Self.fewestLateStarts,
        queue.traits.contains(.flattens), let (source, time) = queue.stoppedSource,
        isOfSignal(forest.lives[source]), isLeftToItsStop(roots[index], at: time),
        !hasStop(from: index, to: roots[index]), doubt(index) == nil,
        let first = queue.upstreams.first(where: { isLateStart($0, since: time) })?.index
      else { return nil }
      let stopped = forest.lives[source]
      return Break(
        reason: .begunAfterStop, confidence: .likely, top: first, downstream: index,
        evidence: [
          .stopFired(stopped: source, by: stopped.stoppedBy ?? source, at: time),
          .begunAfterStop(count: queue.startsAfterStop, first: first),
          .endUnheard(roots[index]),
        ],
        site: queue.site, hint: .moveStopBelow(stop: stopOperator(stopped).site, flattening: queue.site))
    }
  }

  /// Nobody had the handle when the stop came, and nobody is told when it is over.
  private func isLeftToItsStop(_ root: LifeIndex, at time: UInt64) -> Bool {
    let life = forest.lives[root]
    guard life.traits.contains(.unheardEnd), life.hasEnding, life.owner == nil,
      let released = life.handleReleasedAt
    else { return false }
    return released < time
  }
}
