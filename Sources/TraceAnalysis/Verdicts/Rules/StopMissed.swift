package import TraceFormat

/// The stop had come before anybody listened to it.
enum StopMissed: Rule {
  static let description = RuleDescription(
    of: .stopMissed, title: "begun when its stop signal had come",
    claim: "The stop signal of a subscription had come before it was begun, and nothing ends it any more.",
    needs: """
      A living operator such as `take(until:)`, whose stop signal comes from a subject and has sent it \
      nothing.
      A value of that subject for somebody else, from before the operator subscribed to it. Values are \
      recorded.
      A subject of its own for each operator of the line. Or each one that was stopped was begun again \
      at this line, which is a suspect.
      """,
    excuses: """
      A stop signal that all share and that may come again.
      A subject that keeps its value, as `ReplaySubject` does: it stops a late subscriber at once.
      A subscription that ends by itself, or that has another stop below.
      """,
    thresholds: [
      .count(
        "fewest for a likely one", Facts.fewestMissed,
        "So many missed their stop, or so many others of the line were ended by theirs.")
    ],
    faulty: .program(
      "Faulty/late-start/LateHistory",
      """
      A chat was closed while its history was loading. It begins to listen afterwards, until a stop that \
      has been.
      """),
    healthy: .program(
      "Healthy/LateGuests",
      "A party's end is kept by its signal: a guest who comes later is sent home at once."))

  static let reason = Leak.Reason.stopMissed
  static let searches: [Search] = [.missedStops]
}

extension Leak.Reason {
  /// The stop signal had come before its target was begun.
  public static let stopMissed = Leak.Reason("stopMissed", .inVain)
}

/// The stop was sent to others before this control signal was subscribed to.
struct StopHadCome: Evidence {
  let stopper: LifeIndex
  let control: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "The stop signal of \(life: stopper) had come at \(moment: time), before \(life: control) listened to it"
  }

  var figures: [Figure] {
    [
      .life("stopped by", stopper), .life("stop signal", control), .moment("stop came at", time),
    ]
  }
}

extension Leak.Hint {
  /// Ask first whether the stop signal of the operator at `site` has come, or use one that keeps its value.
  package static func listenSooner(site: Site) -> Leak.Hint {
    Leak.Hint("listenSooner", site) {
      "\($0.name) at \($0.place) waits for a stop signal that may have come: ask first, or let a subject that keeps its "
        + "value (ReplaySubject, BehaviorSubject) be the signal."
    }
  }

  /// Ask whether the operator at `stop` has ended it for good, before the subscription at `site` is begun
  /// again.
  package static func askBeforeAgain(site: Site, stop: Site) -> Leak.Hint {
    Leak.Hint("askBeforeAgain", site, other: stop, .stop) {
      "The subscription at \($0.place) was stopped by \($0.otherName) at \($0.otherPlace), and begun again: ask first whether "
        + "the stop has come."
    }
  }
}

extension Search {
  /// Stops that had come before somebody listened to them.
  static let missedStops = Search("missedStops", yieldsTo: [.idleConnections]) { facts, _ in
    facts.missedStopBreaks()
  }
}

extension Facts {
  static let fewestMissed = 2

  /// A stop signal had come before its target was begun, so nothing ends the target any more.
  ///
  /// It is likely if each has a stop signal of its own and this happened to several, or others of the line
  /// were ended by theirs. A signal of many, which may come again, says nothing. If each was stopped by its
  /// own signal and then begun again, the line that begins it is a suspect.
  fileprivate func missedStopBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    guard forest.knowsValues, forest.living.contains(where: { missedStop($0) != nil }) else { return result }
    let lines = forest.livesBySite(forest.livesOfSites(where: { $0.contains(.stops) })) { _ in true }
    result.breaks = lines.flatMap { stoppers -> [Break] in
      let missed = stoppers.compactMap(missedStop)
      guard !missed.isEmpty else { return [] }
      let isOwn = areStoppedByTheirOwn(stoppers)
      guard isOwn || haveBegunAgain(missed, of: stoppers) else {
        for each in missed {
          result.acquittals.add(
            instance(of: each.stopper.index), by: .stopMissed, .excused,
            StopMayComeAgain(stopper: each.stopper.index, control: each.control.index, time: each.time))
        }
        return []
      }
      let stopped = stoppers.filter { $0.stoppedBy != nil }
      // A program may mean to begin again after a stop.
      let isLikely = isOwn && max(missed.count, stopped.count) >= Self.fewestMissed
      return missed.compactMap { each in
        let root = instance(of: each.stopper.index)
        guard forest.lives[root].isAlive, doubt(root) == nil else { return nil }
        if let excuse = excuse(ofMissed: each.stopper.index, root, isOwn: isOwn) {
          result.acquittals.add(root, by: .stopMissed, .excused, excuse)
          return nil
        }
        // If each was stopped in its time, the code that begins again must ask.
        let site = isOwn ? each.stopper.site : forest.lives[root].site
        return Break(
          reason: .stopMissed, confidence: isLikely ? .likely : .possible, top: root,
          evidence: [
            StopHadCome(stopper: each.stopper.index, control: each.control.index, time: each.time)
          ],
          site: site, other: isOwn ? nil : each.stopper.site,
          hint: isOwn
            ? .listenSooner(site: each.stopper.site) : .askBeforeAgain(site: site, stop: each.stopper.site),
          isDue: isSettled(each.stopper.subscribedAt, on: each.stopper.thread))
      }
    }
    return result
  }

  /// Another stop, or an end of its own, for an operator that missed its stop.
  private func excuse(ofMissed stopper: LifeIndex, _ root: LifeIndex, isOwn: Bool) -> (any Evidence)? {
    if let another = stop(from: stopper, to: root) {
      return AnotherStop(life: root, stopper: another.index, site: another.site)
    }
    // How long those lived that were stopped says nothing of the others.
    return isOwn ? endByItself(of: stopper) : sureEnd(of: stopper)
  }

  private struct Missed {
    let stopper: Life
    let control: Life
    let time: UInt64
  }

  /// The stop signal of a living operator, if it had come before and has not come since.
  private func missedStop(_ stopper: Life) -> Missed? {
    guard stopper.traits.contains(.stops), stopper.isAlive, let control = control(of: stopper),
      control.isAlive, control.values == 0,
      let source = control.hotSource.flatMap({ forest.hotSources[id: $0] }), let time = source.firstValueAt,
      time < control.subscribedAt
    else { return nil }
    return Missed(stopper: stopper, control: control, time: time)
  }

  /// Whether each listens to a subject of its own that one other subscription has heard: an earlier one of
  /// the same line, which it stopped. And whether all that were stopped at this line were begun again.
  private func haveBegunAgain(_ missed: [Missed], of stoppers: [Life]) -> Bool {
    let stopped = Set(
      stoppers.compactMap { stopper in
        control(of: stopper).flatMap { stopper.stoppedBy == $0.index ? $0.index : nil }
      })
    guard missed.count >= Self.fewestMissed, stopped.count == missed.count else { return false }
    var sources: Set<UInt64> = []
    return missed.allSatisfy { each in
      guard let source = each.control.hotSource, sources.insert(source).inserted else {
        return false
      }
      let fired = forest.members(ofSource: source).filter { forest.lives[$0].values > 0 }
      return fired.count == 1 && stopped.contains(fired[0])
    }
  }

  /// Its only control signal.
  private func control(of stopper: Life) -> Life? {
    let controls = stopper.upstreams.filter { $0.role.kind == .control }
    return controls.count == 1 ? controls[0] : nil
  }

  /// Whether each has another subject for its stop signal.
  private func areStoppedByTheirOwn(_ stoppers: [Life]) -> Bool {
    var known: Set<UInt64> = []
    return stoppers.allSatisfy { stopper in
      control(of: stopper)?.hotSource.map { known.insert($0).inserted } ?? false
    }
  }
}
