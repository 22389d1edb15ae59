package import TraceFormat

/// More and more, and nothing ends them.
enum Growth: Rule {
  /// The title where some have ended.
  static let titleWhereSomeEnded = "started again and again, hardly ever ended"

  static let description = RuleDescription(
    of: .growth, title: "started again and again, never ended", otherTitles: [titleWhereSomeEnded],
    claim: "A place starts one subscription after the other, and hardly one of them has ever ended.",
    needs: """
      Several living subscriptions of a kind, begun at different moments.
      If nobody has their handles and no stop signal is to come, a few are enough.
      Else more are needed, and they must have been begun at many different moments.
      Or none of the kind has ended, while the program put away nearly all else and ended in good order. \
      Several kinds may have stayed so, if something else ended from each beginning to the next.
      Or none of the kind has ended, and each has an owner and a source of its own. Each source has been \
      silent since the next one was begun, or the one after that.
      It is likely if there were more after each round of the program, and nobody has the handles.
      """,
    excuses: """
      A set that has levelled off, or was complete long ago: there are as many as are needed.
      Subscriptions that another growing one began.
      Many that have ended: for each of them there must be more that live.
      """,
    thresholds: [
      .count("fewest alive", Facts.fewestStarts, "Two are no series."),
      .count(
        "fewest that are held", Facts.fewestHeld,
        "If somebody has the handles, or some have ended, fewer may be a program's working set."),
      .times(
        "alive for each that ended", Facts.livingForEachEnd,
        "One that has ended, among so many, does not speak against growth."),
      .count(
        "many rounds", Facts.manyRounds,
        """
        More after each of so many rounds, and none that ended, is likely even where somebody has the \
        handles.
        """),
    ],
    faulty: .program(
      "Faulty/growth/MetricsExporter",
      "Each scrape of a server subscribes to its load once more, and none of these ends."),
    healthy: .program(
      "Healthy/WarmUp",
      "Sixty-four shards are opened as they are first needed. Then there are no more."))

  static func title(of leak: Leak) -> String {
    leak.endedInstances.isEmpty ? description.title : titleWhereSomeEnded
  }

  static let reason = Leak.Reason.growth
  static let searches: [Search] = [.growth]
}

extension Leak.Reason {
  /// This place starts subscriptions again and again, and (nearly) none has ever ended.
  public static let growth = Leak.Reason("growth")
}

extension Leak.Hint {
  /// Capture the owner weakly at `site`: the subscription that it holds may hold it.
  package static func breakCycle(site: Site) -> Leak.Hint {
    Leak.Hint("breakCycle", site) {
      "If their owners should be gone: a closure at \($0.place), or upstream of it, may hold its owner; capture it weakly. "
        + "Or something else keeps the owner, as a table does."
    }
  }

  /// Send the stop signal of the subscription at `site`, which never came.
  package static func sendStop(site: Site) -> Leak.Hint {
    Leak.Hint("sendStop", site) {
      "The stop signal of the subscription at \($0.place) never came: send it when its time has come, or use a stop "
        + "signal that comes."
    }
  }

  /// Keep the handle of the subscription at `site` in a bag, or give it a `take(until:)`: nothing ends it.
  package static func giveItAnEnd(site: Site) -> Leak.Hint {
    Leak.Hint("giveItAnEnd", site) {
      "Nothing ends the subscription at \($0.place): keep its handle in a bag, or give it a take(until:)."
    }
  }
}

extension Search {
  /// Kinds that become more and more.
  static let growth = Search("growth", in: .growth, yieldsTo: [.missedStops]) { facts, judgement in
    facts.growthBreaks(judgement)
  }
}

extension Facts {
  static let fewestStarts = 3
  /// The program may work with so many that somebody holds.
  static let fewestHeld = 5
  /// The program may have worked to the end with so many that it puts away.
  static let fewestPutAway = 8
  /// Inner signals are put away as their operator is. So many may be its purpose.
  static let fewestInnerPutAway = 8
  /// One that has ended among so many does not speak against growth.
  static let livingForEachEnd = 4
  /// If so many others have ended for each that lives, the program puts away everything that it has.
  private static let endedForEachOther = 3
  /// The most lives of all kinds that may stay for each other life that has ended. If hardly anything ends, a
  /// life that stays is no exception.
  private static let keptForEachOther = 2
  /// More after each of so many rounds is a proof by repetition. After fewer rounds it is a suggestion.
  static let manyRounds = 10

  /// A place that starts subscriptions again and again, of which (nearly) none has ended before the program
  /// itself did. Nothing proves that an end was due, so it is a suspicion.
  fileprivate func growthBreaks(_ judgement: Judgement) -> SearchResult {
    var result = SearchResult(of: self)
    let outliving = outlivingTheRest()
    let growing = kinds.all.indices.filter { number in
      guard let reason = notGrowing(kinds.all[number]), !outliving.contains(number) else { return true }
      result.acquittals.add(kinds.all[number], in: forest, by: reason.rule, reason.weight, reason)
      return false
    }
    guard !growing.isEmpty else { return result }
    let growingKinds = Set(growing.map { Int32(clamping: $0) })
    var isBelowGrowing = LifeArray(repeating: false, count: forest.lives.count)
    var byRounds: [Int32: Rounds.Growth] = [:]
    var outlived: [Int32: OutlivedInput] = [:]
    for kind in growing {
      byRounds[Int32(clamping: kind)] = grownByRounds(kinds.all[kind])
      outlived[Int32(clamping: kind)] = outlivedInput(of: kinds.all[kind])
    }
    let inner = InnerSignals(forest)
    for index in forest.topDown {
      let life = forest.lives[index]
      isBelowGrowing[index] = life.downstream.map { isBelowGrowing[$0.index] } ?? false
      guard !isBelowGrowing[index], growingKinds.contains(kinds.number(of: index)), let kind = kinds[index]
      else { continue }
      isBelowGrowing[index] = true
      guard life.isAlive || forest.isPutAway(life), judgement.claims[index] == nil,
        judgement.excuses[index] == nil
      else {
        continue
      }
      let number = kinds.number(of: index)
      result.breaks.append(growth(index, kind, byRounds[number], outlived[number], inner))
    }
    return result
  }

  /// How many roots of a program have ended, and by whom.
  private struct Rest {
    private(set) var (ended, byProgram) = (0, 0)
    private var alive = 0
    /// When they ended, ascending.
    private(set) var ends: [UInt64] = []

    init(_ forest: Forest) {
      for life in LifeScan(forest.table, .roots) {
        if life.isAlive { alive += 1 } else { ended += 1 }
        if life.isDisposed, life.reason.isOfProgram { byProgram += 1 }
        if let end = life.endedAt { ends.append(end) }
      }
      ends.sort()
    }

    /// Whether the program has put away nearly everything but so many.
    func isPutAway(besides kept: Int) -> Bool {
      byProgram > 0 && ended > max(0, alive - kept) * Facts.endedForEachOther
    }
  }

  /// The kinds of which none has ended, while the program put away nearly everything else, or is done with
  /// each of them.
  private func outlivingTheRest() -> Set<Int> {
    let staying = kinds.all.indices.filter { mayOutliveTheRest(kinds.all[$0]) }
    guard !staying.isEmpty else { return [] }
    let rest = Rest(forest)
    let alone = staying.filter {
      growsToTheEnd(kinds.all[$0]) && rest.isPutAway(besides: kinds.all[$0].alive)
    }
    // Several kinds may stay, and the program may have been idle since. Then ends must have come in between.
    let together = staying.filter {
      growsToTheLastAct(kinds.all[$0]) && hasEndsBetween(kinds.all[$0], rest.ends)
    }
    let kept = together.reduce(0) { $0 + kinds.all[$1].alive }
    let isLeft = rest.isPutAway(besides: kept) && rest.ended * Self.keptForEachOther >= kept
    let inTurn =
      rest.byProgram == 0
      ? []
      : staying.filter {
        growsToTheLastAct(kinds.all[$0]) && wereUsedInTurn(kinds.all[$0])
      }
    return Set(alone + inTurn).union(isLeft ? together : [])
  }

  /// None of them has ended, and the program has ended in good order.
  private func mayOutliveTheRest(_ kind: Kind) -> Bool {
    guard forest.endsOrderly, kind.ended == 0, kind.putAway == 0, kind.alive >= Self.fewestStarts,
      kind.begins >= Self.fewestStarts, let first = kind.firstAlive
    else { return false }
    let life = forest.lives[first]
    return life.standsAlone && life.role.kind != .shared && !surelyEnds(life.index)
      && !awaitsStop(life.index) && !hasLevelledOff(kind)
  }

  /// Whether something else ended from each beginning to the next.
  private func hasEndsBetween(_ kind: Kind, _ ends: [UInt64]) -> Bool {
    var last = forest.lives[kind.members[0]].subscribedAt
    var (begins, place) = (1, ends.startIndex)
    for index in kind.members {
      let time = forest.lives[index].subscribedAt
      guard time - min(time, last) > Thresholds.atOnce else { continue }
      while place < ends.endIndex, ends[place] < last { place += 1 }
      guard place < ends.endIndex, ends[place] < time else { return false }
      (last, begins) = (time, begins + 1)
    }
    return begins >= Self.fewestStarts
  }

  /// The reason for which a kind does not grow without end; nil where it does.
  private func notGrowing(_ kind: Kind) -> NotGrowing? {
    let life = forest.lives[kind.members[kind.members.count - 1]]
    let isInner = life.role.kind == .inner
    func not(_ cause: NotGrowing.Cause) -> NotGrowing { NotGrowing(kind, isInner: isInner, cause) }
    let fewest = kind.putAway > 0 ? Self.fewestPutAway : Self.fewestStarts
    guard kind.living >= fewest else { return not(.few(needed: fewest)) }
    guard kind.living >= kind.ended * Self.livingForEachEnd else {
      return not(.manyEnded(times: Self.livingForEachEnd))
    }
    if isInner {
      guard kind.putAway == 0 || kind.living >= Self.fewestInnerPutAway else {
        return not(.few(needed: Self.fewestInnerPutAway))
      }
      return (notPilingUp(kind) ?? levelledOff(kind)).map(not)
    }
    guard kind.begins >= Self.fewestStarts else {
      return not(.fewMoments(kind.begins, needed: Self.fewestStarts))
    }
    guard kind.ended == 0 || kind.living >= Self.fewestHeld else { return not(.few(needed: Self.fewestHeld)) }
    let isEndless = origins(of: life).contains { $0.traits.contains(.endless) }
    if !isWithoutHandle(life.index) || kind.epochs < Self.fewestStarts {
      return notGrowingWhereHeld(kind).map(not)
    }
    guard awaitsStop(life.index) else {
      if isEndless { return nil }
      guard kind.living > Self.fewestStarts else { return not(.few(needed: Self.fewestStarts + 1)) }
      return longComplete(kind).map { not(.complete(within: $0.within, since: $0.since)) }
    }
    return isEndless && kind.living > Self.fewestStarts ? nil : notGrowingWhereHeld(kind).map(not)
  }

  /// The same, where somebody may have the handles or a stop is to come.
  private func notGrowingWhereHeld(_ kind: Kind) -> NotGrowing.Cause? {
    guard kind.living >= Self.fewestHeld else { return .few(needed: Self.fewestHeld) }
    let often = max(Self.fewestHeld, kind.members.count / 3)
    guard kind.epochs >= often || kind.begins >= often && growsToTheEnd(kind) else {
      return .fewMoments(kind.epochs, needed: often)
    }
    return levelledOff(kind)
  }

  private func levelledOff(_ kind: Kind) -> NotGrowing.Cause? { levelling(of: kind).map { .levelledOff($0) } }

  /// Why these are not inner signals that the operator begins for each value, and that nothing ends. A list
  /// that was complete when its source ended does not grow.
  private func notPilingUp(_ kind: Kind) -> NotGrowing.Cause? {
    let first = forest.lives[kind.members[0]]
    guard kind.finished == 0 else { return .innerEnded(kind.finished) }
    guard let flattening = first.downstream, flattening.isAlive || forest.isPutAway(flattening),
      flattening.traits.contains(.flattens)
    else { return .operatorGone }
    guard let source = flattening.upstreams.first(where: { $0.role.kind == .source }),
      source.isAlive || !source.hasEnding
    else { return .listComplete }
    let isEndless = origins(of: first).contains { $0.traits.contains(.endless) }
    return isEndless || kind.living > Self.fewestHeld ? nil : .fewWithEnds(needed: Self.fewestHeld + 1)
  }

  private func growth(
    _ index: LifeIndex, _ kind: Kind, _ byRounds: Rounds.Growth?, _ outlived: OutlivedInput?,
    _ inner: InnerSignals
  ) -> Break {
    let life = forest.lives[index]
    let isInner = life.role.kind == .inner
    let below = isInner ? life.downstream : nil
    let site = below?.site ?? life.site
    if let ended = life.endedAt {
      let holder = holderUntilTheEnd(life, kind, ended)
      var hint = isInner ? Leak.Hint.endInner(site: site) : .disposeSooner(site: site)
      let made =
        (holder.first as? HeldUntilTheEnd)?.site ?? (holder.first as? HeldByManyUntilTheEnd)?.site
      if !isInner, let made { hint = .disposeOwnerSooner(site: made) }
      let evidence: [any Evidence] = [
        StartedUntilTheEnd(starts: kind.members.count, ended: kind.ended),
        PutAwayWithProgram(count: kind.putAway, time: ended),
      ]
      return Break(
        reason: isInner ? .innersPileUp : .putAwayAtEnd, confidence: .possible, top: index,
        downstream: below?.index, evidence: evidence + holder, site: site, other: life.handover, hint: hint)
    }
    if let below {
      var evidence: [any Evidence] = [
        InnersAlive(
          life: below.index, alive: inner.alive[below.index], count: inner.all[below.index])
      ]
      if let outlived { evidence.append(outlived.evidence) }
      return Break(
        reason: .innersPileUp, confidence: .possible, top: index, downstream: below.index,
        evidence: evidence,
        site: outlived?.gathering.site ?? site,
        hint: outlived.map { endOther($0) } ?? .endInner(site: site))
    }
    // A life that was put away at the end has ended, too.
    let ended = kind.members.count - kind.alive
    var evidence: [any Evidence] = [StartedAgain(starts: kind.members.count, ended: ended)]
    if let byRounds { evidence.append(GrownByRounds(growth: byRounds)) }
    // If nobody has the handle, that is the reason.
    let isLost = forest.hasLostHandle(life)
    let waited = isLost ? nil : outlived
    if let waited { evidence.append(waited.evidence) }
    let holder = holder(life, kind)
    // If the recording tells of handles that go, somebody has this one.
    var hint =
      forest.totals.handleReleased > 0 ? Leak.Hint.disposeSooner(site: site) : .giveItAnEnd(site: site)
    if life.role.kind == .task { hint = .endTasks(site: site) }
    if let held = holder.first as? HeldBy { hint = .disposeOwnerSooner(site: held.site ?? site) }
    if holder.first is EachHeldByItsOwn { hint = .breakCycle(site: site) }
    if let waited { hint = endOther(waited) }
    if isLost { hint = awaitsStop(index) ? .sendStop(site: site) : .keepHandle(site: site) }
    // If somebody holds them, a few rounds may be their purpose.
    let isProven = byRounds.map { growth in
      isLost || growth.grown >= Self.manyRounds && kind.ended == 0
    }
    return Break(
      reason: .growth, confidence: isProven ?? false ? .likely : .possible, top: index,
      evidence: evidence + holder, site: site,
      other: waited?.gathering.site ?? otherPlace(of: life, heldBy: holder.first), hint: hint)
  }

  /// If one owner holds them all, each may have been given to the wrong one. If each has its own, the closure
  /// that holds the owner may be that of the operator above.
  private func otherPlace(of life: Life, heldBy holder: (any Evidence)?) -> Site? {
    if holder is HeldBy { return life.handover }
    guard holder is EachHeldByItsOwn, let above = life.firstSource, above.firstSource != nil else {
      return nil
    }
    return above.site
  }

  /// The one owner of all, if its end was theirs.
  private func holderUntilTheEnd(_ life: Life, _ kind: Kind, _ ended: UInt64) -> [any Evidence] {
    guard let owner = life.owner.flatMap({ forest[owner: $0] }), owner.kind != .object, let site = owner.site,
      wasDisposed(owner, with: ended)
    else { return [] }
    if kind.commonOwner == owner.id {
      return [HeldUntilTheEnd(owner: owner.id, children: owner.peak, type: owner.type, site: site)]
    }
    let owners = Set(kind.members.compactMap { forest.lives[$0].owner }).compactMap { forest[owner: $0] }
    guard owners.allSatisfy({ $0.site == site && wasDisposed($0, with: ended) }) else { return [] }
    return [HeldByManyUntilTheEnd(count: owners.count, type: owner.type, site: site)]
  }

  private func wasDisposed(_ owner: Owner, with ended: UInt64) -> Bool {
    owner.disposedAt.map { $0 <= forest.ended && ended - min(ended, $0) <= settle } ?? false
  }
}
