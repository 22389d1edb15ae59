internal import TraceFormat

/// A stop came, and an operator took it for an end and began again.
enum StopUndone: Rule {
  static let description = RuleDescription(
    of: .stopUndone, title: "subscribed again after the stop signal",
    claim: """
      A stop signal ended the source of an operator that subscribes again, and the operator began its \
      source anew.
      """,
    needs: """
      An operator such as `repeat` or `retry`. A signal stopped a source of it, and the next source, \
      begun afterwards, is alive.
      Either this operator was stopped once only.
      Or the stop, which was no clock, stands somewhere above its source, nobody has the handle, and \
      either the earlier sources had been stopped by another signal each time, or several were begun in \
      turn and stopped once each.
      """,
    excuses: """
      A rhythm: the same signal stops the source time after time, and the operator begins it again each \
      time.
      A count that was reached, as of `take(3)`: for an operator that begins again it is an end like any \
      other.
      Another stop below the operator, or somebody who has the handle, where the operator was stopped \
      several times or the stop stands further up.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/InboxPoller",
      "Signing out completes the polling above `repeat()`, and `repeat()` begins it again."),
    healthy: .program(
      "Healthy/GameRounds",
      "`take(while:)` ends each round of a game, and `repeat()` begins the next one."))

  static let reason = Leak.Reason.stopUndone
  static let searches: [Search] = [.outlivedStops, .restartsAfterStop]
}

extension Leak.Reason {
  /// An operator that subscribes again took the stop for an end.
  public static let stopUndone = Leak.Reason("stopUndone", .outlivedStop)
}

/// The operator subscribed to its source again after the stop.
struct SubscribedAgain: Evidence {
  let restarter: LifeIndex
  let again: LifeIndex

  var sentence: Sentence? {
    "\(life: restarter) subscribed to its source again (\(life: again)): the stop was undone"
  }

  var figures: [Figure] { [.life("operator", restarter), .life("new source", again)] }
}

extension Search {
  /// Operators such as `repeat` that went on after a stop which ended others for good.
  static let restartsAfterStop = Search("restartsAfterStop", yieldsTo: [.nextAfterStop]) { facts, _ in
    facts.undoneBreaks()
  }
}

extension Facts {
  /// Nobody stops so often on purpose a thing that is not meant to stop.
  private static let mostEnds = 4096

  /// `repeat` or `retry` went on after a stop of another kind than the stops before. The stops before are its
  /// rhythm, and this one was meant to end it.
  ///
  /// Or each of several was stopped once, before the next was begun: nobody begins another one while the one
  /// before is meant to go on.
  fileprivate func undoneBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var once: [Int32: [Undone]] = [:]
    for restarter in forest.living {
      guard let undone = undone(restarter, &result.acquittals) else { continue }
      if undone.earlier.isEmpty {
        once[kinds.number(of: undone.root), default: []].append(undone)
      } else if undone.earlier.contains(nil) {
        acquit(undone, .endsBefore, &result.acquittals)
      } else if undone.earlier.contains(undone.signal) {
        acquit(undone, .rhythm(stops: undone.earlier.count + 1), &result.acquittals)
      } else {
        result.breaks.append(broken(undone))
      }
    }
    for cases in once.values {
      let follow = zip(cases, cases.dropFirst()).allSatisfy { $0.time < forest.lives[$1.root].subscribedAt }
      if cases.count > 1, follow {
        result.breaks += cases.map(broken)
      } else {
        for each in cases {
          acquit(each, cases.count > 1 ? .sideBySide(cases.count) : .once, &result.acquittals)
        }
      }
    }
    return result
  }

  private func acquit(_ undone: Undone, _ cause: MayBeginAgain.Cause, _ acquittals: inout Acquittals) {
    acquit(
      undone.root, MayBeginAgain(operation: undone.restarter.index, again: undone.again, cause: cause),
      &acquittals)
  }

  private func acquit(_ root: LifeIndex, _ reason: MayBeginAgain, _ acquittals: inout Acquittals) {
    acquittals.add(root, by: .stopUndone, reason.weight, reason)
  }

  /// An operator that began its source again after a stop.
  private struct Undone {
    let restarter: Life
    let root: LifeIndex
    let again: LifeIndex
    let stopped: Life
    let signal: StopKind
    let time: UInt64
    /// The stops of the sources before; nil for sources that no signal stopped.
    let earlier: [StopKind?]
  }

  private func undone(_ restarter: Life, _ acquittals: inout Acquittals) -> Undone? {
    let index = restarter.index
    guard restarter.traits.contains(.restarts), doubt(index) == nil,
      restarter.upstreams.count < Self.mostEnds
    else { return nil }
    let sources = restarter.upstreams.filter { $0.role.kind == .source }
    guard sources.count > 1, let again = sources.last, again.isAlive,
      let stopped = stopped(above: sources[sources.count - 2]), let signal = signal(of: stopped),
      let time = stopped.stoppedAt
    else { return nil }
    let root = instance(of: index)
    guard forest.lives[root].isAlive else { return nil }
    guard forest.hasLostHandle(forest.lives[root]) else {
      acquit(root, MayBeginAgain(operation: index, again: again.index, cause: .held), &acquittals)
      return nil
    }
    if let stop = stop(from: index, to: root) {
      acquittals.add(
        root, by: .stopUndone, .excused, AnotherStop(life: root, stopper: stop.index, site: stop.site))
      return nil
    }
    return Undone(
      restarter: restarter, root: root, again: again.index, stopped: stopped, signal: signal, time: time,
      earlier: sources.dropLast(2).map { self.stopped(above: $0).flatMap { self.signal(of: $0) } })
  }

  private func broken(_ undone: Undone) -> Break {
    let (restarter, stopped) = (undone.restarter, undone.stopped)
    let stop = stopOperator(stopped).site
    return Break(
      reason: .stopUndone, confidence: .likely, top: undone.again, downstream: restarter.index,
      evidence: [
        StopFired(stopped: stopped.index, control: stopped.stoppedBy ?? stopped.index, time: undone.time),
        SubscribedAgain(restarter: restarter.index, again: undone.again),
      ],
      site: restarter.site, other: stop,
      hint: .moveStopBelow(stop: stop, flattening: restarter.site),
      isDue: isSettled(undone.time, on: stopped.ending?.thread))
  }

  /// The first life from a source of an operator upward that a stop signal ended.
  private func stopped(above source: Life) -> Life? {
    for life in source.way(limit: Thresholds.reach, \.firstSource) {
      if life.stoppedBy != nil { return isOfSignal(life) ? life : nil }
      if let stopped = life.stoppedSource.map({ forest.lives[$0.life] }) {
        return isOfSignal(stopped) ? stopped : nil
      }
    }
    return nil
  }

  private struct StopKind: Hashable {
    let stopper: Int
    let signal: Int
  }

  /// By which operator, and at whose word, a life was stopped.
  private func signal(of stopped: Life) -> StopKind? {
    guard let control = stopped.stoppedBy else { return nil }
    var (life, steps) = (forest.lives[control], 0)
    while steps < Thresholds.reach,
      let next = life.upstreams.first(where: { $0.carriesData && ($0.values > 0 || $0.hasEnding) })
    {
      steps += 1
      life = next
    }
    return StopKind(stopper: stopOperator(stopped).entryIndex, signal: life.entryIndex)
  }
}
