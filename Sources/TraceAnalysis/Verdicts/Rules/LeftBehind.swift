package import TraceFormat

/// Some of a kind stay.
enum LeftBehind: Rule {
  static let description = RuleDescription(
    of: .leftBehind, title: "left behind by others of its kind",
    claim: """
      Others of its kind have ended, younger ones among them, and this one has lived on for far longer.
      """,
    needs: """
      Several of a kind that have ended, begun at different moments, and several that live and are far \
      older than the ended ones became.
      A reason to think that nobody will end them: their handles were let go, each has an owner of its \
      own, or they came in turn with the ended ones. Half of them are enough if each ended one was over \
      before the next was begun.
      Or all of a kind ended soon for a while, and from some moment on none has.
      Or a question without an answer: it has sent nothing, others of its kind ended by themselves, and \
      its source is no clock and no subject.
      Or some had sent nothing when the program put them away at its end, in turn with others that had \
      values and ended.
      It is always a suspect.
      """,
    excuses: """
      A subscription that ends by itself, or that waits for a single value of a clock.
      A stop signal that is still to come, where nothing but the age speaks for the verdict.
      A subject that goes on to send and that none of the kind has left: its matter is still there.
      Regulars among guests: the living ones have another thread or another sort of owner than the ended \
      ones.
      The newest of a kind: no younger one has ended.
      """,
    thresholds: [
      .count("fewest moments", Facts.fewestLeft, "The kind was begun at so many different moments."),
      .count(
        "fewest turns", Facts.fewestTurns,
        "So often one stayed after others had ended: it is left behind by a rule."),
      .count(
        "fewest since", Facts.fewestSince,
        "Where all ended until some moment, and none since: so many in a row are no chance."),
      .count(
        "fewest without a value", Facts.fewestUnanswered,
        "So many that one owner holds, and that have sent nothing, count as left behind."),
      .count(
        "fewest answered", Facts.fewestAnswered,
        "So many had their answer before one that has none is a fault."),
      .times(
        "patience", Facts.patience, "A question waits so many times as long as the slowest answer took."),
    ],
    faulty: .program(
      "Faulty/some-do-not-end/AwaitedReplies",
      "Replies are awaited by number with `take(1)`. One of six is never sent."),
    healthy: .program(
      "Healthy/PermanentStaff",
      "Four workers stay for as long as the program runs. Helpers come and leave."))

  static let reason = Leak.Reason.leftBehind
  static let searches: [Search] = [.leftBehind]
}

extension Leak.Reason {
  /// Others of its kind have ended; it has lived on.
  public static let leftBehind = Leak.Reason("leftBehind", .leftAlone)
}

/// Its age, and the age of the oldest of its kind that ended.
struct OutlivedSiblings: Evidence {
  let age: UInt64
  let longest: UInt64
  let ended: Int

  var sentence: Sentence? {
    "It has lived for \(duration: age); \(count: ended) others of its kind ended, the longest after \(duration: longest)"
  }

  var figures: [Figure] {
    [.duration("age", age), .duration("longest of the ended", longest), .count("ended", ended)]
  }
}

extension Leak.Hint {
  /// End all subscriptions at `site` as the others are ended: by the operator at `ender`, if one operator
  /// ended them.
  package static func endAll(site: Site, by ender: Site?) -> Leak.Hint {
    Leak.Hint("endAll", site, other: ender, .by) { words in
      words.hint.other == nil
        ? "The code that ends the other subscriptions at \(words.place) must end these too: one way out forgets them."
        : "\(words.otherName) at \(words.otherPlace) ended the other subscriptions at \(words.place), and never got its "
          + "event here: let the event come for these too, or end them another way."
    }
  }

  /// End all subscriptions at `site`, or let no closure there hold its owner.
  package static func endAllOrBreakCycle(site: Site) -> Leak.Hint {
    Leak.Hint("endAllOrBreakCycle", site) {
      "The code that ends the other subscriptions at \($0.place) must end these too: one way out forgets them, or the "
        + "closure there holds its owner."
    }
  }

  /// End all tasks that are made at `site`: finish the streams that they wait for, or cancel them.
  package static func endTasks(site: Site) -> Leak.Hint {
    Leak.Hint("endTasks", site) {
      "Each task that is made at \($0.place) must end, on every way out: finish the stream that it waits for, or cancel it."
    }
  }
}

extension Search {
  /// Lives that stay while others of their kind end.
  static let leftBehind = Search("leftBehind", in: .comparison, yieldsTo: [.growth]) { facts, _ in
    facts.leftBehindBreaks()
  }
}

extension Facts {
  static let fewestLeft = 3
  /// From this number on, lives in a row that do not end are no chance.
  static let fewestSince = 4
  /// The fewest lives of one owner that have sent nothing.
  static let fewestUnanswered = 5
  /// If one stays behind so often after others have ended, a rule leaves it behind.
  static let fewestTurns = 3

  /// Some of a kind have ended, and others were left behind: they have lived far longer than any that ended,
  /// younger ones among those, and nobody can end them but by a signal that never came.
  fileprivate func leftBehindBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    result.breaks = kinds.all.flatMap { kind -> [Break] in
      guard kind.alive > 1, kind.ended > 1, kind.epochs >= Self.fewestLeft else {
        let areFew = kind.alive < 2 || kind.ended < 2
        if kind.ended > 0 {
          acquitLiving(
            of: kind, areFew ? .few : .fewMoments(kind.epochs, needed: Self.fewestLeft), &result.acquittals)
        }
        return []
      }
      let stopped = endsStopped(for: kind)
      let behind =
        stopped.isEmpty && kind.ended > kind.alive / 2 ? leftBehind(of: kind, &result.acquittals) : stopped
      if stopped.isEmpty, kind.ended <= kind.alive / 2 {
        acquitLiving(of: kind, .fewEnded, &result.acquittals)
      }
      guard !behind.isEmpty else { return [] }
      let difference = difference(kind).map { LivingDiffer(difference: $0) }
      let ender = commonEnder(of: kind, waiting: behind)
      return behind.map { index in
        let life = forest.lives[index]
        var evidence: [any Evidence] = [
          OutlivedSiblings(age: forest.duration(of: life), longest: kind.longest, ended: kind.ended)
        ]
        if let difference { evidence.append(difference) }
        return leftBehind(index, ender, evidence + holder(life, kind), hint(life, ender))
      }
    }
    result.breaks += unansweredBreaks() + silentBreaks()
    return result
  }

  private func acquitLiving(of kind: Kind, _ cause: NotLeftBehind.Cause, _ acquittals: inout Acquittals) {
    guard explains else { return }
    for index in kind.members where forest.lives[index].isAlive { acquit(index, kind, cause, &acquittals) }
  }

  private func acquit(
    _ index: LifeIndex, _ kind: Kind, _ cause: NotLeftBehind.Cause, _ acquittals: inout Acquittals
  ) {
    guard explains else { return }
    let reason = NotLeftBehind(index, kind, cause)
    acquittals.add(index, by: .leftBehind, reason.weight, reason.evidence)
  }

  private func hint(_ life: Life, _ ender: Ender?) -> Leak.Hint {
    if life.role.kind == .task { return .endTasks(site: life.site) }
    return isHeldByItsOwn(life)
      ? .endAllOrBreakCycle(site: life.site) : .endAll(site: life.site, by: ender?.site)
  }

  /// - Parameter ender: the operator that has ended the others. If it got values for each of these, too, and
  ///   let none through, it is the operator to look at.
  func leftBehind(
    _ index: LifeIndex, _ ender: Ender?, _ evidence: [any Evidence], _ hint: Leak.Hint
  ) -> Break {
    let life = forest.lives[index]
    var evidence = evidence
    if let refused = ender?.values[index], refused.values > 0 {
      evidence.append(LetNothingThrough(life: refused.life, values: refused.values))
    }
    let site = ender.flatMap { $0.areAllRefused ? $0.site : nil }
    return Break(
      reason: .leftBehind, confidence: .possible, top: index,
      evidence: evidence,
      site: site ?? life.site, hint: hint)
  }

  /// All that live, if younger ones have ended: then they are not merely the last.
  ///
  /// Or most of them, if nobody has their handles and no signal is to end them, or if they came in turn with
  /// the ended ones. The rest may be on their way. Lives that were begun before any ended one may be meant to
  /// stay.
  private func leftBehind(of kind: Kind, _ acquittals: inout Acquittals) -> [LifeIndex] {
    let left = kind.members.filter { forest.lives[$0].isAlive }
    guard let newest = left.last, let ended = kind.members.first(where: { !forest.lives[$0].isAlive }),
      ended < newest
    else {
      acquitLiving(of: kind, .first, &acquittals)
      return []
    }
    let isInTurn = isLeftInTurn(kind)
    let behind = left.filter { index in
      guard let cause = notLeftBehind(index, kind, isInTurn) else { return true }
      acquit(index, kind, cause, &acquittals)
      return false
    }
    let young = youngestEnded(of: kind)
    if behind.count == left.count {
      if let second = young.second, newest < second { return behind }
      let older = behind.filter { index in young.first.map { index < $0 } ?? false }
      if kind.turns >= Self.fewestTurns, older.count > left.count / 2 { return older }
    } else if isInTurn || isLeftAmongOthers(kind) && behind.allSatisfy({ !awaitsStop($0) }),
      behind.count > left.count / 2,
      let younger = kind.ended > kind.alive ? young.second : young.first, behind[behind.count - 1] < younger
    {
      return behind
    }
    var cause: NotLeftBehind.Cause?
    if behind.count <= left.count / 2 {
      cause = .minority(behind.count)
    } else if young.second.map({ left[left.count / 2] >= $0 }) ?? true {
      cause = .fewYounger
    } else if !behind.allSatisfy({ isWithoutHandle($0) && !awaitsStop($0) }) {
      cause = .held
    }
    guard let cause else { return behind }
    for index in behind { acquit(index, kind, cause, &acquittals) }
    return []
  }

  /// All that live, if every one of its kind ended soon for a while, and from some moment on none has:
  /// something has changed. The newest may be on their way.
  private func endsStopped(for kind: Kind) -> [LifeIndex] {
    guard kind.ended >= Self.fewestLeft, kind.alive >= Self.fewestSince, kind.longest > 0,
      let firstAlive = kind.firstAlive, youngestEnded(of: kind).first.map({ $0 < firstAlive }) ?? true,
      kind.putAway == 0,
      !hasLevelledOff(kind)
    else { return [] }
    let left = kind.members.filter { forest.lives[$0].isAlive }
    let births = left.map { forest.lives[$0].subscribedAt }
    // A number of the newest that is kept on purpose stands still once no more are begun.
    guard let first = births.min(), let last = births.max(),
      forest.ended - min(forest.ended, last) <= last - first
    else { return [] }
    let old = left.filter { index in
      let life = forest.lives[index]
      return forest.duration(of: life) > kind.longest * 4 && life.standsAlone && doubt(index) == nil
        && !mayEndByItself(index) && !isOneShot(index) && !awaitsStop(index) && !hasLivelySource(index, kind)
    }
    guard old.count >= Self.fewestSince, old.count > left.count / 2 else { return [] }
    return old
  }

  /// The youngest two of those that have ended.
  private func youngestEnded(of kind: Kind) -> (first: LifeIndex?, second: LifeIndex?) {
    var youngest: LifeIndex?
    for index in kind.members.reversed() where !forest.lives[index].isAlive {
      if youngest != nil { return (youngest, index) }
      youngest = index
    }
    return (youngest, nil)
  }

  /// One owner holds ever more that have sent nothing, while others of their kind sent something and ended.
  private func isUnanswered(_ life: Life, _ kind: Kind) -> Bool {
    guard let owner = kind.commonOwner.flatMap({ forest[owner: $0] }) else { return false }
    return owner.disposedAt == nil && owner.kind != .object && kind.alive >= Self.fewestUnanswered
      && life.values == 0
      && forest.totals.next > 0 && kind.finished > kind.alive
  }

  /// Whether somebody holds them, and all others in turn with them ended long ago, again and again: the
  /// program took another way where it should have ended them.
  ///
  /// Lives that stay on purpose have an owner, or a thread, of another sort.
  private func isLeftInTurn(_ kind: Kind) -> Bool {
    kind.alive >= Self.fewestLeft && kind.ended >= 2 * kind.alive && kind.turns >= 2
      && (difference(kind) == nil
        || kind.turns >= Self.fewestTurns && kind.ended >= Thresholds.manyEnded * kind.alive)
  }

  /// More have ended than live. Or as many, and each of these was over before the next one was begun. They
  /// came in turn more often: then it matters that no signal is to end them.
  private func isLeftAmongOthers(_ kind: Kind) -> Bool {
    kind.alive >= Self.fewestLeft && kind.turns > Self.fewestTurns
      && (kind.ended > kind.alive || kind.ended == kind.alive && kind.isOneByOne) && difference(kind) == nil
  }

  /// The reason for which one that lives is not left behind; nil where it is.
  private func notLeftBehind(
    _ index: LifeIndex, _ kind: Kind, _ isInTurn: Bool
  ) -> NotLeftBehind.Cause? {
    let life = forest.lives[index]
    // If each began after the one before had ended, an age of twice their longest life is long.
    let isInRow = isInTurn || kind.isOneByOne && isLeftAmongOthers(kind)
    let (age, times): (UInt64, UInt64) = (forest.duration(of: life), isInRow ? 2 : 4)
    guard age > kind.longest * times else { return .young(age: age, times: times) }
    guard life.standsAlone, doubt(index) == nil else { return .notAlone }
    if let end = endByItself(of: index) { return .ends(end) }
    if isOneShot(index) { return .oneShot }
    if hasLivelySource(index, kind) { return .livelySource }
    let isLeft =
      isInTurn || forest.hasLostHandle(life) || isHeldByItsOwn(life) || isUnanswered(life, kind)
      || isLeftAmongOthers(kind) && !awaitsStop(index)
    return isLeft ? nil : .held
  }

  /// Whether a subject keeps it alive that goes on to send, and that none of its kind has left. The matter of
  /// that subject is still there.
  private func hasLivelySource(_ index: LifeIndex, _ kind: Kind) -> Bool {
    let age = forest.duration(of: forest.lives[index])
    return keepers(of: index).allSatisfy { keeper in
      guard let source = keeper.hotSource, let last = keeper.lastValueAt,
        forest.ended - min(forest.ended, last) <= max(settle, age / 8)
      else { return false }
      return forest.members(ofSource: source).allSatisfy { member in
        let root = roots[member]
        return forest.lives[root].isAlive || kinds.number(of: root) != kinds.number(of: index)
      }
    }
  }

  private func isHeldByItsOwn(_ life: Life) -> Bool {
    life.owner.flatMap { forest[owner: $0] }.map { $0.disposedAt == nil && $0.added == 1 } ?? false
  }
}
