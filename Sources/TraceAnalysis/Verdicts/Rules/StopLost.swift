internal import TraceFormat

/// The stop went with the source that failed.
enum StopLost: Rule {
  static let description = RuleDescription(
    of: .stopLost, title: "lost its stop signal with a failed signal",
    claim: """
      A stop stands above an operator that begins something else when its source fails. The source \
      failed, and the replacement has no stop.
      """,
    needs: """
      A living operator such as `catch` or `retry`, and above it a source that failed before its stop \
      signal had sent anything. Values are recorded.
      Nobody has the handle of the subscription, and the program went on after it was let go.
      Another subscription of the kind that a stop ended: so the stop is meant to end them.
      """,
    excuses: """
      A replacement that ends by itself, or that has a stop of its own.
      A stop that is still to come further down.
      """,
    faulty: .program(
      "Faulty/some-do-not-end/CrashedFeeds",
      """
      A feed that fails is replaced by an archive, in a `catch` below `take(until: closed)`. Closing its \
      tab ends nothing any more.
      """),
    healthy: .program(
      "Healthy/FallbackUntilLive",
      "Cached prices stand in for the live feed, until it answers again."))

  static let reason = Leak.Reason.stopLost
  static let searches: [Search] = [.lostStops]
}

extension Leak.Reason {
  /// The stop signal was above the signal that failed, and the one that was begun instead has none.
  public static let stopLost = Leak.Reason("stopLost", .inVain)
}

/// A signal failed that a stop signal would have ended, and the operator began something else.
struct FailedWithItsStop: Evidence {
  let failed: LifeIndex
  let restarter: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "\(life: failed), which a stop signal would have ended, failed at \(moment: time); the signal that \(life: restarter) began instead has no stop"
  }

  var figures: [Figure] {
    [.life("failed", failed), .life("operator", restarter), .moment("failed at", time)]
  }
}

/// Others of its kind were ended by their stop signals.
struct SiblingsStopped: Evidence {
  let count: Int
  let first: LifeIndex

  var sentence: Sentence? {
    count == 1
      ? "Another one that was subscribed to there was ended by its stop signal (\(life: first))"
      : "\(count: count) others that were subscribed to there were ended by their stop signals (\(life: first) first)"
  }

  var figures: [Figure] { [.count("stopped", count), .life("first", first)] }
}

extension Search {
  /// Stops that went with a signal that failed.
  static let lostStops = Search("lostStops", yieldsTo: [.outlivedStops]) { facts, _ in
    facts.stopLostBreaks()
  }
}

extension Facts {
  /// A stop signal stands above an operator that begins something else when its source fails. The stop goes
  /// with the source.
  ///
  /// It is likely a fault if others of the kind, which did not fail, were ended by their stop signals.
  fileprivate func stopLostBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    result.breaks = forest.living.compactMap { restarter in
      let index = restarter.index
      guard restarter.traits.contains(.restarts), doubt(index) == nil,
        let failed = failedWithItsStop(restarter), let time = failed.endedAt
      else { return nil }
      let root = instance(of: index)
      guard forest.lives[root].isAlive, forest.hasLostHandle(forest.lives[root]), let kind = kinds[root]
      else { return nil }
      if let stop = stopToCome(for: root) {
        result.acquittals.add(root, by: .stopLost, .excused, stop)
        return nil
      }
      if let end = endByItself(of: index) {
        result.acquittals.add(root, by: .stopLost, .excused, end)
        return nil
      }
      let stopped = kind.members.filter { forest.lives[$0].stoppedBy != nil }
      guard let first = stopped.first else { return nil }
      return Break(
        reason: .stopLost, confidence: .likely, top: root,
        evidence: [
          FailedWithItsStop(failed: failed.index, restarter: restarter.index, time: time),
          SiblingsStopped(count: stopped.count, first: first),
        ],
        site: restarter.site, other: failed.site,
        hint: .moveStopBelow(stop: failed.site, flattening: restarter.site))
    }
    return result
  }

  /// The last source of the operator that failed, or a life above it, if it had a stop signal that has not
  /// come.
  private func failedWithItsStop(_ restarter: Life) -> Life? {
    guard let failed = restarter.upstreams.last(where: \.hasFailed) else { return nil }
    for life in failed.way(limit: Thresholds.reach, \.firstSource) {
      let controls = life.upstreams.filter { $0.role.kind == .control }
      if life.traits.contains(.stops), !controls.isEmpty {
        return forest.knowsValues && controls.allSatisfy { $0.values == 0 } ? life : nil
      }
    }
    return nil
  }
}
