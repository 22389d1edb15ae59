package import TraceFormat

/// A stop above a flattening operator does not reach the signals that it had begun below.
enum InnerOutlivedStopSignal: Rule {
  static let description = RuleDescription(
    of: .innerOutlivedStopSignal, title: "inner outlived its stop signal",
    claim: """
      A stop ended the source of a flattening operator, and an inner signal that had begun before goes \
      on.
      """,
    needs: """
      A living flattening operator, `flatMap` or `switchToLatest`, whose source a stop has ended.
      An inner signal that had begun before the stop and is alive, while no source of the operator is.
      It is likely if no other stop stands between the operator and `subscribe`. The only one of its \
      kind may stay a suspect all the same: such a stop may end the taking in, and no more.
      """,
    excuses: """
      An inner signal that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      An inner signal that an operator of its own ends after so many values, of which some have come.
      The only one of its kind, where another stop stands below the operator: that one may still come.
      An inner signal that the last wanted value began, as `first()` above `flatMap` does, if it is the \
      only one left.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/CurrentTab",
      "Closing a window ends the choice of tabs above `flatMapLatest`. The page of the last tab goes on."),
    healthy: .program(
      "Healthy/FirstReady",
      "`first(where:)` takes the first server that is ready. Its stream goes on below, as it should."))

  static let reason = Leak.Reason.innerOutlivedStopSignal
  static let searches: [Search] = [.outlivedStops]
}

extension Leak.Reason {
  /// A flattening operator's source was stopped; an inner signal runs on.
  public static let innerOutlivedStopSignal = Leak.Reason("innerOutlivedStopSignal", .outlivedStop)
}

extension Leak.Hint {
  /// Move the operator at `stop` below the one at `flattening`, or stop there. A stop that asks of each value
  /// whether it is the last has no other place: another one is to be added.
  package static func moveStopBelow(stop: Site, flattening: Site) -> Leak.Hint {
    Leak.Hint(
      "moveStopBelow", stop, .stop, other: flattening, .flattening,
      change: { $0.isStoppedBySignal ? "moveStopBelow" : "stopBelow" }
    ) {
      "\($0.name) is upstream of \($0.otherName). Usual fix: "
        + ($0.isStoppedBySignal
          ? "move it below (after \($0.otherPlace))."
          : "stop below it (after \($0.otherPlace)), by a signal that says when: take(until:).")
    }
  }
}

extension Search {
  /// Lives that go on below a source that a stop signal has ended.
  static let outlivedStops = Search("outlivedStops", yieldsTo: [.brokenLinks]) { facts, _ in
    facts.stopBreaks()
  }
}

extension Facts {
  /// A stop signal ended the source of an operator, and a signal that the operator has begun runs on.
  ///
  /// The builder has marked such a life as late: when the stop signal came, or when the life was begun
  /// afterwards.
  fileprivate func stopBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var hasLivingSource = LifeArray(repeating: false, count: forest.lives.count)
    for life in forest.living where life.role.kind == .source {
      if let downstream = life.downstream { hasLivingSource[downstream.index] = true }
    }
    result.breaks = forest.living.compactMap { life in
      let index = life.index
      guard let late = life.lateness, late.reason == .stopSignal,
        let below = life.downstream, below.isAlive, below.lateness?.because != late.because,
        doubt(below.index) == nil, let stopped = below.stoppedSource.map({ forest.lives[$0.life] })
      else { return nil }
      let thread = stopped.ending?.thread
      var isDue = isSettled(late.since, on: thread) && !isInHand(index, since: late.since, on: thread)
      let fired = StopFired(
        stopped: stopped.index, control: late.because, time: stopped.stoppedAt ?? late.since)
      if life.role.kind == .source {
        return undone(life, below, stopped, fired, &result.acquittals)?.due(isDue)
      }
      guard life.role.kind == .inner else { return nil }
      guard !hasLivingSource[below.index] else {
        result.acquittals.add(
          index, by: .innerOutlivedStopSignal, .excused, OtherSourceLives(life: index, operation: below.index)
        )
        return nil
      }
      guard !isMeantToStart(life, below, stopped, late) else {
        result.acquittals.add(
          index, by: .innerOutlivedStopSignal, .excused,
          BegunByLastValue(life: index, stopper: stopOperator(stopped).index))
        return nil
      }
      var found = outlived(life, below, stopped, fired, &result.acquittals)
      // The one that runs is young, and others were begun after the stop before it.
      if !isDue, found?.reason == .begunAfterStop,
        below.startsAfterStop >= Thresholds.fewestLateStarts,
        let stop = stopped.stoppedAt, isSettled(stop, on: thread)
      {
        isDue = true
        // Somebody who can still end the queue may want it to be worked off.
        if !forest.hasLostHandle(forest.lives[roots[below.index]]) { found = found?.with(.possible) }
      }
      return found?.due(isDue)
    }
    return result
  }

  /// `repeat` and its like took the stop for an end.
  private func undone(
    _ life: Life, _ restarter: Life, _ stopped: Life, _ fired: any Evidence,
    _ acquittals: inout Acquittals
  ) -> Break? {
    // A source that is stopped and begun again time after time has a rhythm.
    let stops = restarter.rare.first?.stops ?? 0
    guard stops == 1 else {
      acquittals.add(
        life.index, by: .stopUndone, .excused,
        StopsInRhythm(life: life.index, restarter: restarter.index, stops: UInt64(stops)))
      return nil
    }
    return Break(
      reason: .stopUndone, confidence: .likely, top: life.index, downstream: restarter.index,
      evidence: [fired, SubscribedAgain(restarter: restarter.index, again: life.index)],
      site: restarter.site, other: stopped.site,
      hint: .moveStopBelow(stop: stopped.site, flattening: restarter.site))
  }

  private func outlived(
    _ life: Life, _ flattening: Life, _ stopped: Life, _ fired: any Evidence,
    _ acquittals: inout Acquittals
  ) -> Break? {
    let (index, root) = (life.index, roots[flattening.index])
    var evidence: [any Evidence] = [fired]
    let late = stopped.stoppedAt ?? .max
    let isLateStart = life.subscribedAt > late
    // It has a stop of its own, which has let values through and is yet to come.
    let rule: Leak.Reason = isLateStart ? .begunAfterStop : .innerOutlivedStopSignal
    if !isLateStart, let counter = countToCome(for: index) {
      acquittals.add(
        index, by: rule, .excused, CountToCome(life: index, counter: counter.index, values: counter.values))
      return nil
    }
    // A queue of which several have begun since goes on and on.
    let goesOn = isLateStart && flattening.startsAfterStop > 1
    if !goesOn, let end = endByItself(of: index) {
      acquittals.add(index, by: rule, .excused, end)
      return nil
    }
    if isLateStart {
      let first = flattening.upstreams.first { self.isLateStart($0, since: late) } ?? life
      evidence.append(StartsAfterStop(count: flattening.startsAfterStop, first: first.index))
    }
    let stopper = stopOperator(stopped)
    // Another stop stands where this one should have been, and may still come.
    let another = stop(from: flattening.index, to: root)
    if let another, kinds[root].map({ $0.members.count == 1 }) ?? true {
      acquittals.add(
        index, by: rule, .excused, AnotherStop(life: index, stopper: another.index, site: another.site))
      return nil
    }
    return Break(
      reason: rule,
      confidence: another == nil && (isLateStart || isStoppedForGood(life, flattening, stopped, stopper))
        ? .likely : .possible,
      top: index,
      downstream: flattening.index, evidence: evidence, site: flattening.site, other: stopper.site,
      hint: .moveStopBelow(stop: stopper.site, flattening: flattening.site))
  }

  /// Whether the stop was meant for everything that goes on.
  ///
  /// A stop that came once may end only the beginning of new inner signals: for the guests who came in time,
  /// or after a count. The others then belong to somebody who has the handle, or live as long as the program.
  /// The same holds for a single inner signal that was chosen before the stop, if the program runs for it.
  private func isStoppedForGood(_ life: Life, _ below: Life, _ stopped: Life, _ stopper: Life) -> Bool {
    let root = roots[below.index]
    guard kinds[root].map({ $0.members.count == 1 }) ?? false else { return true }
    if isHeld(forest.lives[root]) {
      return isAtWork(life.index) && isOfSignal(stopped)
    }
    guard let control = stopped.stoppedBy, forest.lives[control].role.kind == .control else {
      return !hasPassedItsLast(stopper)
    }
    return isOfSignal(stopped) && !isWhatProgramRunsFor(life, below, stopped)
  }

  /// Whether the program runs for it: it was the only one left when the stop came, it listens to others, and
  /// it has had values for most of the program's time.
  private func isWhatProgramRunsFor(_ life: Life, _ below: Life, _ stopped: Life) -> Bool {
    guard let stop = stopped.stoppedAt, let last = life.lastValueAt, last > stop,
      (last - stop) / 3 >= forest.timeAtWork / 4
    else { return false }
    let living = below.upstreams.count { $0.role.kind == .inner && $0.isAlive }
    return living == 1 && keepers(of: life.index).allSatisfy { $0.traits.contains(.hot) }
  }

  /// Whether the operator ended its source with a value that it passed on: it has counted, or has found the
  /// value that it looked for.
  private func hasPassedItsLast(_ stopper: Life) -> Bool {
    guard let source = stopper.upstreams.first(where: \.carriesData) else { return false }
    return stopper.values > 0 && stopper.values == source.values
  }

  /// Whether the program wanted one value, and it was to begin something: the operator ended its source with
  /// the very value that this life was begun for, and this life is the only one left.
  private func isMeantToStart(_ life: Life, _ below: Life, _ stopped: Life, _ late: Life.Lateness) -> Bool {
    let stopper = stopOperator(stopped)
    guard late.because == stopper.index, stopper.values > 0, below.upstreams.count < 64,
      life.subscribedAt <= late.since, below.startsAfterStop < Thresholds.fewestLateStarts
    else { return false }
    // A newer value that was let through no more would have ended it in its own time.
    let source = stopper.upstreams.first(where: \.carriesData)
    if let last = source?.lastValueAt, last > life.subscribedAt { return false }
    let inners = below.upstreams.filter { $0.role.kind == .inner }
    return inners.last?.index == life.index
      && inners.allSatisfy { $0.index == life.index || !$0.isAlive }
  }

  /// The operator further up that will end it after so many values of its own.
  private func countToCome(for index: LifeIndex) -> Life? {
    var next: Life? = forest.lives[index]
    while let life = next {
      let data = life.upstreams.filter { $0.isAlive && $0.carriesData }
      if life.traits.contains(.stops), !data.isEmpty, life.values > 0 {
        return life.upstreams.allSatisfy(\.carriesData) ? life : nil
      }
      next = data.count == 1 && data[0].role.kind == .source ? data[0] : nil
    }
    return nil
  }
}
