package import TraceFormat

/// The handle went, and the subscription stays.
enum HandleForgotten: Rule {
  static let description = RuleDescription(
    of: .handleForgotten, title: "handle let go, never disposed",
    claim: "Nobody has the handle of a living subscription any more, and nothing else will end it.",
    needs: """
      A living subscription whose handle went out of memory undisposed, and a program that went on \
      afterwards.
      A sign that an end was due, one of the next five.
      The program disposed others of the kind.
      The same file began another subscription at the same time, which was disposed or stopped.
      The program disposed several others of the same source, or all others have left the shared \
      connection that this one keeps.
      Somebody had the handle for a while, and none of the kind has ended by itself.
      It was begun for a value of a subscriber, as others were before, and the program disposed that \
      subscriber.
      Whether it is likely or a suspect depends on the sign, and on how often it came.
      """,
    excuses: """
      A subscription that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      A stop signal that is still to come above it, unless that signal has failed.
      A handle that went as the program ended.
      A subscription of a closure whose own subscriber is gone: it is the closure's matter.
      The first of a line, where all others were disposed and nobody ever kept its handle.
      A set that has long been complete, where the only sign is a subscription of another line.
      """,
    thresholds: [
      .duration(
        "shortest possession", Thresholds.atOnce, "A handle that goes sooner may never have been kept."),
      .count(
        "fewest begun in turn", Facts.fewestRepeats,
        "So many of one kind, begun at different moments, are no chance."),
      .count(
        "fewest disposed of the same source", Kin.fewest,
        "Fewer of another line say nothing about this one."),
    ],
    faulty: .program(
      "Faulty/forgotten-handle/DoorSensors",
      """
      A door that is reported twice takes an early way out, and the handle of its second sensor is in no \
      list.
      """),
    healthy: .program(
      "Healthy/HelperUsedByAll",
      """
      All subscribe by one helper. Views dispose their subscriptions, and the program keeps its log for \
      good.
      """))

  static let reason = Leak.Reason.handleForgotten
  static let searches: [Search] = [.lostHandles]
}

extension Leak.Reason {
  /// The caller let go of the handle, and nothing else ends it.
  public static let handleForgotten = Leak.Reason("handleForgotten", [.ofHandle, .leftAlone])
}

/// Others of its kind were disposed.
struct SiblingsDisposed: Evidence {
  let count: Int
  let first: LifeIndex

  var sentence: Sentence? {
    count == 1
      ? "Another one that was subscribed to there was disposed (\(life: first))"
      : "\(count: count) others that were subscribed to there were disposed (\(life: first) first)"
  }

  var figures: [Figure] { [.count("disposed", count), .life("first", first)] }
}

/// The same file subscribed to this one beside it, and disposed it.
struct NeighbourDisposed: Evidence {
  let life: LifeIndex
  let line: UInt32

  var sentence: Sentence? {
    "\(life: life), which was begun beside it at line \(count: Int(line)), was disposed"
  }

  var figures: [Figure] { [.life("neighbour", life), .count("line", line)] }
}

/// Others that subscribed to the same source were disposed.
struct KinDisposed: Evidence {
  let count: Int
  let first: LifeIndex

  var sentence: Sentence? {
    "\(count: count) others that subscribed to the same source were disposed (\(life: first) first)"
  }

  var figures: [Figure] { [.count("disposed", count), .life("first", first)] }
}

/// All others have left the shared connection that this one keeps.
struct OthersLeft: Evidence {
  let count: Int
  let first: LifeIndex

  var sentence: Sentence? {
    "The \(count: count) other subscribers of the shared connection have left (\(life: first) first): it is kept for this one"
  }

  var figures: [Figure] { [.count("left", count), .life("first", first)] }
}

/// The subscription that began it for a value was disposed.
struct ReceiverDisposed: Evidence {
  let receiver: LifeIndex
  let site: Site
  let time: UInt64

  var sentence: Sentence? {
    "\(life: receiver), \(site: site), began it for a value, and was disposed at \(moment: time)"
  }

  var figures: [Figure] { [.life("receiver", receiver), .site("line", site), .moment("disposed at", time)] }
}

extension Leak.Hint {
  /// Keep the handle of the subscription made at `site`, and dispose it when its time has come.
  package static func keepHandle(site: Site) -> Leak.Hint {
    Leak.Hint("keepHandle", site) {
      "Keep the handle of the subscription at \($0.place), and dispose it with its owner: before another handle takes "
        + "its place, and on every way out."
    }
  }
}

extension Search {
  /// Lives whose handle nobody has any more, with a sign that an end was due.
  static let lostHandles = Search("lostHandles", in: .handle, yieldsTo: [.lostOwners]) { facts, _ in
    facts.handleBreaks()
  }
}

extension Facts {
  static let fewestRepeats = 3

  /// The caller let go of the handle, nothing else holds it, and nothing will end the subscription.
  ///
  /// Many programs mean that: they set something up once, and it lives as long as the process. So there must
  /// be a sign that an end was due.
  fileprivate func handleBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    let neighbours = Neighbours(forest)
    let kin = Kin(self)
    var growths: [Int32: Rounds.Growth?] = [:]
    result.breaks = forest.living.compactMap { life in
      let index = life.index
      guard life.isInstance else { return nil }
      guard let released = life.handleReleasedAt else {
        // Operators and tasks give nobody a handle.
        if life.isRoot, life.role.kind != .task {
          result.acquittals.add(
            index, by: .handleForgotten, .unmet,
            HandleKept(life: index, letGo: forest.totals.handleReleased))
        }
        return nil
      }
      guard life.removal == nil, doubt(index) == nil, let kind = kinds[index] else { return nil }
      if let excuse = excuse(ofLetGo: life, at: released) {
        result.acquittals.add(index, by: .handleForgotten, .excused, excuse)
        return nil
      }
      var found =
        replaced(index, kind, released) ?? amongDisposed(index, kind, released)
        ?? ofDisposedReceiver(index, kind, released)
        ?? besideDisposed(index, kind, released, neighbours) ?? kin.forgotten(index, kind, released, self)
        ?? lost(index, kind, released)
      if found == nil, mayBeMeantToStay(life, kind) {
        result.acquittals.add(
          index, by: .handleForgotten, .excused, FirstOfItsKind(life: index, disposed: kind.disposed))
      } else if found == nil {
        result.acquittals.add(
          index, by: .handleForgotten, .short,
          NoSignOfAnEnd(
            life: index, time: released, alive: kind.alive, disposed: kind.disposed, finished: kind.finished))
      }
      found?.isDue = isSettled(released, on: life.thread)
      guard found != nil, !rounds.isEmpty else { return found }
      let number = kinds.number(of: index)
      let growth = growths[number] ?? grownByRounds(kind)
      growths[number] = .some(growth)
      if let growth { found?.evidence.append(GrownByRounds(growth: growth)) }
      return found
    }
    return result
  }

  /// The reason for which a handle that was let go says nothing; nil where there is none.
  private func excuse(ofLetGo life: Life, at released: UInt64) -> (any Evidence)? {
    let index = life.index
    if !isWithoutHandle(index) { return HandleWentWithProgram(life: index, time: released) }
    if let end = endByItself(of: index) { return end }
    if let stop = stopToCome(for: index) { return stop }
    return deadClosure(of: life).map { MatterOfItsClosure(life: index, closure: $0.index) }
  }

  func forgotten(
    _ index: LifeIndex, _ confidence: Confidence, _ evidence: [any Evidence],
    _ reason: Leak.Reason = .handleForgotten
  ) -> Break {
    let site = forest.lives[index].site
    return Break(
      reason: reason, confidence: confidence, top: index, evidence: evidence, site: site,
      hint: reason == .handleReplaced ? .disposeBeforeReplacing(site: site) : .keepHandle(site: site))
  }

  /// The closure that began it, if the closure's own subscription is over. Then it is that closure's matter.
  private func deadClosure(of life: Life) -> Life? {
    guard let below = life.downstream, !below.isAlive, returnsDisposables(below) else { return nil }
    return below
  }

  /// Others of its kind were disposed. One that was begun before all others, and whose handle nobody ever
  /// had, may be meant to stay.
  private func amongDisposed(_ index: LifeIndex, _ kind: Kind, _ released: UInt64) -> Break? {
    guard kind.disposed > 0, let first = kind.firstDisposed else { return nil }
    let life = forest.lives[index]
    if mayBeMeantToStay(life, kind) { return nil }
    return forgotten(
      index, isForgottenAmongDisposed(life, kind, released) ? .likely : .possible,
      [HandleLetGo(life: index, time: released), SiblingsDisposed(count: kind.disposed, first: first)])
  }

  private func mayBeMeantToStay(_ life: Life, _ kind: Kind) -> Bool {
    kind.disposed > 0 && kind.alive == 1 && kind.members.first == life.index && !life.handleWasKept
  }

  /// Whether the handle was likely forgotten, since others of the kind were disposed.
  ///
  /// Handles that were let go together may have been kept for the setting up alone, unless others were kept
  /// then and disposed later. A subscription whose handle nobody ever had may be meant to stay, if all of
  /// them were begun at one time, or after all others.
  private func isForgottenAmongDisposed(_ life: Life, _ kind: Kind, _ released: UInt64) -> Bool {
    if isForgottenOnTheWay(kind) { return true }
    if life.handleWasKept { return kind.lost == 1 || kind.lossMoments > 1 || isChosen(kind, at: released) }
    guard kind.abandonedEpochs > 1, !isComplete(kind), let first = kind.firstAbandoned else { return false }
    return kind.lastDisposed.map { $0 > first } ?? false
  }

  /// One after the other was used and disposed, and here and there one was not: another way led out.
  private func isForgottenOnTheWay(_ kind: Kind) -> Bool {
    kind.isOneByOne && kind.alive > 1 && kind.turns > 1 && kind.letGo == kind.alive
      && kind.disposed >= 2 * kind.alive
  }

  /// Whether others of the kind were held on to as handles were let go, and disposed in their own time.
  private func isChosen(_ kind: Kind, at released: UInt64) -> Bool {
    [kind.firstDisposed, kind.lastDisposed].compactMap(\.self).contains { index in
      let other = forest.lives[index]
      return other.subscribedAt < released && other.endedAt ?? 0 > released && !forest.isPutAway(other)
    }
  }

  /// A subscriber began one for each of its values, again and again, and was disposed. The subscriptions that
  /// it began had no other end.
  private func ofDisposedReceiver(_ index: LifeIndex, _ kind: Kind, _ released: UInt64) -> Break? {
    let life = forest.lives[index]
    guard kind.ended == 0, kind.alive >= Self.fewestRepeats, kind.epochs >= Self.fewestRepeats,
      !life.handleWasKept, !isOneShot(index), let within = life.begunWithin
    else { return nil }
    let receiver = forest.lives[roots[within]]
    guard !receiver.isAlive, !receiver.hasEnding, receiver.reason.isOfProgram, !forest.isPutAway(receiver),
      let ended = receiver.endedAt, ended < forest.lastFresh
    else { return nil }
    return forgotten(
      index, .likely,
      [
        HandleLetGo(life: index, time: released),
        ReceiverDisposed(receiver: receiver.index, site: receiver.site, time: ended),
      ])
  }

  /// A subscription that was begun beside it has ended, and not by itself.
  private func besideDisposed(
    _ index: LifeIndex, _ kind: Kind, _ released: UInt64, _ neighbours: Neighbours
  ) -> Break? {
    guard kind.finished == 0, !isOneShot(index), let neighbour = neighbours.ended(besides: index, forest)
    else {
      return nil
    }
    let life = forest.lives[index]
    let isProgram = !neighbour.hasEnding
    let isRepeated = kind.alive > 1 && kind.epochs > 1
    guard
      isProgram
        ? isRepeated || life.epoch > 0 || neighbours.isLastAtWork(index, forest, settle)
        : kind.epochs >= Self.fewestRepeats
    else { return nil }
    if isRepeated, isCompleteSet(kind) { return nil }
    let confidence = isRepeated && !isComplete(kind) ? Confidence.likely : .possible
    let evidence = NeighbourDisposed(life: neighbour.index, line: neighbour.site.line)
    return forgotten(index, confidence, [HandleLetGo(life: index, time: released), evidence])
  }

  /// Somebody had the handle for a while, and let go of it.
  private func lost(_ index: LifeIndex, _ kind: Kind, _ released: UInt64) -> Break? {
    let life = forest.lives[index]
    guard life.handleWasKept, kind.finished == 0 else { return nil }
    return forgotten(
      index, kind.lost > 1 && kind.lossMoments > 1 ? .likely : .possible,
      [HandleLetGo(life: index, time: released)])
  }

  /// The next of its kind took its place: a variable was overwritten. In a loop that sets things up, that
  /// means nothing.
  private func replaced(_ index: LifeIndex, _ kind: Kind, _ released: UInt64) -> Break? {
    guard let place = kind.place(of: index), place + 1 < kind.members.count else { return nil }
    let next = kind.members[place + 1]
    guard forest.lives[next].subscribedAt <= released, forest.lives[next].epoch > forest.lives[index].epoch,
      forest.lives[index].rare.first?.handleReleaseEpoch == forest.lives[next].epoch,
      place + 2 >= kind.members.count || forest.lives[kind.members[place + 2]].subscribedAt > released,
      !isLetGo(index, with: next)
    else { return nil }
    return forgotten(
      index, .likely, [HandleOverwritten(life: index, successor: next, time: released)], .handleReplaced)
  }

  /// Whether both handles went at one moment: then their holder went.
  private func isLetGo(_ index: LifeIndex, with next: LifeIndex) -> Bool {
    guard forest.lives[next].handleReleasedAt != nil else { return false }
    return forest.lives[next].rare.first?.handleReleaseMoment
      == forest.lives[index].rare.first?.handleReleaseMoment
  }
}
