internal import TraceFormat

/// A stop on one of several sources.
enum StopOnOneBranch: Rule {
  static let description = RuleDescription(
    of: .stopOnOneBranch, title: "the stop signal ends one branch only",
    claim: "A stop signal ended one source of an operator that has several, and the others keep it alive.",
    needs: """
      A living operator with a source that a signal stopped, and another source that began before and is \
      alive.
      None of its kind has ended.
      It happened to several of the kind. If there is only one of the kind, the stop was no clock, and \
      nobody has its handle.
      """,
    excuses: """
      An operator that begins its source again.
      A stop that is the operator's own count or condition, as of `take(1)`.
      Somebody has the handle, and the operator merges: going on with the rest is its purpose. Of \
      operators that gather, as `combineLatest` does, it is a suspect.
      The only one of its kind, where it ends by itself.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/FareAndSeats",
      "A screen's end stops the fares, one side of `combineLatest`. The seats keep all of it alive."),
    healthy: .program(
      "Healthy/LobbyThenGame",
      "The start of a game ends the lobby, one side of a merge. The game goes on."))

  static let reason = Leak.Reason.stopOnOneBranch
  static let searches: [Search] = [.stoppedBranches]
}

extension Leak.Reason {
  /// One of several sources was stopped; the others keep the operator alive.
  public static let stopOnOneBranch = Leak.Reason("stopOnOneBranch", .inVain)
}

/// Another source of the operator goes on.
struct OtherBranchAlive: Evidence {
  let life: LifeIndex
  let branch: LifeIndex

  var sentence: Sentence? { nil }

  var figures: [Figure] { [.life("operator", life), .life("living branch", branch)] }
}

extension Search {
  /// Operators with several sources, of which a stop has ended one.
  static let stoppedBranches = Search("stoppedBranches", yieldsTo: [.queuesAfterStop]) { facts, _ in
    facts.branchBreaks()
  }
}

extension Facts {
  private struct Case {
    let index: LifeIndex
    let evidence: [any Evidence]
    let stopped: Life
    let below: LifeIndex
    let isDue: Bool
  }

  /// A stop signal ended one source of an operator that has several, and the others keep the operator alive.
  ///
  /// If it happens to each of a kind, and none of them has ended, the stop is in the wrong place. A program
  /// may want it once, unless nobody has the handle: then it is a suspicion.
  fileprivate func branchBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var candidates: [Int32: [Case]] = [:]
    for life in forest.living {
      let index = life.index
      guard let (source, time) = life.stoppedSource, !life.traits.contains(.restarts),
        stopOperator(forest.lives[source]).stoppedBy != stopOperator(forest.lives[source]).index,
        let branch = livingBranch(life, startedBefore: time)
      else { continue }
      let instance = instance(of: index)
      guard forest.lives[instance].isAlive, doubt(instance) == nil else { continue }
      let stopped = forest.lives[source]
      let evidence: [any Evidence] = [
        StopFired(stopped: source, control: stopped.stoppedBy ?? source, time: time),
        OtherBranchAlive(life: index, branch: branch),
      ]
      candidates[kinds.number(of: instance), default: []].append(
        Case(
          index: instance, evidence: evidence, stopped: stopped, below: index,
          isDue: isSettled(time, on: stopped.ending?.thread)))
    }
    result.breaks = candidates.values.flatMap { cases -> [Break] in
      guard let kind = kinds[cases[0].index] else { return [] }
      guard kind.alive == kind.members.count else {
        for each in cases { acquit(each, .othersEnded(kind.members.count - kind.alive), &result.acquittals) }
        return []
      }
      let isSingle = cases.count == 1
      let areDue = isSingle || cases.count(where: \.isDue) > 1
      return cases.compactMap { each in
        let isHeld = isHeld(forest.lives[each.index])
        guard !isSingle || isLostToItsSignal(each, kind) else {
          acquit(each, .once, &result.acquittals)
          return nil
        }
        // An operator that merges goes on with the rest as a matter of course.
        if isHeld, !forest.lives[each.below].traits.contains(.gathers) {
          acquit(each, .merges, &result.acquittals)
          return nil
        }
        var evidence = each.evidence
        if !isSingle { evidence.append(StartedAgain(starts: kind.members.count, ended: 0)) }
        let (stop, below) = (stopOperator(each.stopped).site, forest.lives[each.below].site)
        return Break(
          reason: .stopOnOneBranch, confidence: isHeld || isSingle ? .possible : .likely, top: each.index,
          evidence: evidence,
          site: stop, other: below, hint: .moveStopBelow(stop: stop, flattening: below),
          isDue: areDue && each.isDue)
      }
    }
    return result
  }

  private func acquit(_ each: Case, _ cause: BranchMayGoOn.Cause, _ acquittals: inout Acquittals) {
    acquittals.add(
      each.index, by: .stopOnOneBranch, .excused,
      BranchMayGoOn(operation: each.below, stopped: each.stopped.index, cause: cause))
  }

  /// The only one of its kind, stopped by a signal and no clock, and nobody has its handle.
  private func isLostToItsSignal(_ each: Case, _ kind: Kind) -> Bool {
    kind.members.count == 1 && isOfSignal(each.stopped) && forest.hasLostHandle(forest.lives[each.index])
      && !mayEndByItself(each.below)
  }

  private func livingBranch(_ life: Life, startedBefore time: UInt64) -> LifeIndex? {
    life.upstreams.first { $0.isAlive && $0.role.kind == .source && $0.subscribedAt <= time }?.index
  }
}
