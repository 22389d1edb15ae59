internal import TraceFormat

extension Facts {
  /// How far above what failed its stop may be.
  private static let reach = 16

  /// A stop signal stands above an operator that begins something else when its source fails: the stop goes with what
  /// failed. Likely a fault where others of the kind, which did not fail, were ended by their stop signals.
  func stopLostBreaks() -> [Break] {
    forest.living.compactMap { restarter in
      let index = restarter.index
      guard restarter.traits.contains(.restarts), doubt(index) == nil,
        let failed = failedWithItsStop(restarter), let time = failed.endedAt
      else { return nil }
      let root = instance(of: index)
      guard forest.lives[root].isAlive, forest.hasLostHandle(forest.lives[root]), !awaitsStop(root),
        !mayEndByItself(index), let kind = kinds[root]
      else { return nil }
      let stopped = kind.members.filter { forest.lives[$0].stoppedBy != nil }
      guard let first = stopped.first else { return nil }
      return Break(
        reason: .stopLost, confidence: .likely, top: root,
        evidence: [
          .stopLost(failed: failed.index, by: restarter.index, at: time),
          .siblingsStopped(count: stopped.count, first: first),
        ],
        site: restarter.site, hint: .moveStopBelow(stop: failed.site, flattening: restarter.site))
    }
  }

  /// What failed last of the operator's sources, or what is above that, and had a stop signal that has not come.
  private func failedWithItsStop(_ restarter: Life) -> Life? {
    var (next, steps) = (restarter.upstreams.last(where: \.hasFailed), 0)
    while let life = next, steps < Self.reach {
      steps += 1
      let controls = life.upstreams.filter { $0.role.kind == .control }
      if life.traits.contains(.stops), !controls.isEmpty {
        return forest.knowsValues && controls.allSatisfy { $0.values == 0 } ? life : nil
      }
      next = life.upstreams.first { $0.role.kind == .source }
    }
    return nil
  }
}
