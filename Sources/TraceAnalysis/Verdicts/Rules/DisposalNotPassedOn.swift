package import TraceFormat

/// Somebody is gone, and the subscription behind goes on.
enum DisposalNotPassedOn: Rule {
  static let description = RuleDescription(
    of: .disposalNotPassedOn, title: "dispose was not passed on",
    claim: "A subscriber was disposed or has ended, and the subscription behind it goes on.",
    needs: """
      A living subscription whose subscriber was disposed, completed or failed.
      If a closure began it, such as the one of `create`, it is certain only where its values were \
      dropped at the subscriber that is gone.
      It is likely where it had sent values into that subscriber before, or where dropped values have no \
      other known sender.
      Without such a sign, the closure must return disposables, and no living owner may hold the handle.
      One that has ended since counts, too, if a closure began it, its own source ended it late, and \
      several of its values were dropped.
      """,
    excuses: """
      A shared connection that has another living subscriber, or that its operator keeps by contract, as \
      `replay` does.
      A teardown that takes time: others at the same place took about as long to end after their \
      subscribers.
      A thread that is still at work: the thread of the subscriber's end has done nothing else since, or \
      another one is within work that may bring the end.
      A closure that feeds several subscribers from one source: another one has had a value of it since, \
      and hardly a value was dropped.
      """,
    thresholds: [
      .count(
        "fewest dropped values", Facts.fewestOutlived,
        "Of one that has ended since: fewer may have been on their way."),
      .duration(
        "shortest delay", Thresholds.onTheWay,
        "Of one that has ended since: a teardown takes time. A longer settle time counts instead."),
      .duration(
        "longest pause of a thread", Thresholds.longestPause,
        "A busy machine may take the processor from a thread for so long."),
      .count(
        "fewest left over", Facts.fewestLeftOver,
        "So many clocks of one line, whose handles nobody has, make the verdict likely without a value."),
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/CompassBridge",
      """
      The disposable of `create` turns off the needle, and does not dispose the subscription to the \
      compass.
      """),
    healthy: .program(
      "Healthy/ClientsOfAHub",
      """
      Clients share a subscription that `create` began for the first of them. It serves the others when \
      the first has left.
      """))

  static let reason = Leak.Reason.disposalNotPassedOn
  static let searches: [Search] = [.brokenLinks]
}

extension Leak.Reason {
  /// A subscriber was disposed or ended; its upstream was not disposed.
  public static let disposalNotPassedOn = Leak.Reason("disposalNotPassedOn", .ofSubscribersChain)
}

/// The subscriber at the broken link has ended, and its upstream lives.
struct SubscriberGone: Evidence {
  let life: LifeIndex
  let time: UInt64

  var sentence: Sentence? { nil }

  var figures: [Figure] { [.life("subscriber", life), .moment("gone at", time)] }
}

/// The upstream of a guessed edge sent values into its subscriber while the subscriber lived.
struct FedItsSubscriber: Evidence {
  let life: LifeIndex

  var sentence: Sentence? {
    "\(life: life) had fed its subscriber"
  }

  var figures: [Figure] { [.life("subscription", life)] }
}

/// Values came to a dead subscriber over a guessed edge.
struct DroppedThere: Evidence {
  let life: LifeIndex
  let values: UInt64

  var sentence: Sentence? {
    "\(values, "value") of it came to \(life: life) and \(words: values == 1 ? "was" : "were") dropped"
  }

  var figures: [Figure] { [.life("subscriber", life), .count("dropped values", values)] }
}

/// Values of an unknown sender came to a dead subscriber. Only one subscription is known that sends it any.
struct DroppedOfUnknown: Evidence {
  let life: LifeIndex
  let values: UInt64
  let sender: LifeIndex

  var sentence: Sentence? {
    "\(values, "value") came to \(life: life) and \(words: values == 1 ? "was" : "were") dropped; \(life: sender) is the only one known that may have sent \(words: values == 1 ? "it" : "them")"
  }

  var figures: [Figure] {
    [.life("subscriber", life), .count("dropped values", values), .life("only known sender", sender)]
  }
}

extension Leak.Hint {
  /// Dispose the upstream of the operator at `site` when the operator is disposed or ends.
  package static func disposeUpstream(site: Site) -> Leak.Hint {
    Leak.Hint("disposeUpstream", site) { disposeUpstream($0.name, at: $0.place) }
  }

  /// In `create { … }` at `site`, return the disposable of the inner subscription, or add it to the bag.
  package static func returnInnerDisposable(site: Site) -> Leak.Hint {
    Leak.Hint("returnInnerDisposable", site) { returnInnerDisposable(at: $0.place) }
  }

  /// In the closure at `site`, return the signal instead of subscribing, or keep the handle.
  package static func keepInnerHandle(site: Site) -> Leak.Hint {
    Leak.Hint("keepInnerHandle", site) {
      "The closure of \($0.name) at \($0.place) subscribes and drops the handle: return the signal instead, or "
        + "keep the handle."
    }
  }

  static func disposeUpstream(_ name: String, at place: String) -> String {
    "\(name) at \(place) must dispose its upstream when it is disposed or ends."
  }

  static func returnInnerDisposable(at place: String) -> String {
    "At \(place) return (or add to the bag) the disposable of the inner subscription."
  }
}

extension Search {
  /// Living upstreams of a downstream that is gone.
  static let brokenLinks = Search("brokenLinks") { facts, _ in
    facts.brokenLinks()
  }
}

extension Facts {
  /// From this number on, clocks of one line that were left behind need no further evidence.
  static let fewestLeftOver = 3

  /// Each edge from a dead downstream to a living upstream is a break.
  ///
  /// Lives whose end may be on its way are excused, and so are lives that go on by contract.
  fileprivate func brokenLinks() -> SearchResult {
    var result = SearchResult(of: self)
    let rule = Leak.Reason.disposalNotPassedOn
    let shares = SharedConnections(forest)
    // Most programs leave nothing of which that is asked.
    var known: EndingDelays?
    func delays() -> EndingDelays {
      let found = known ?? EndingDelays(forest, places)
      known = found
      return found
    }
    for life in forest.living {
      let index = life.index
      guard let below = life.downstream else { continue }
      guard let gone = below.endedAt else {
        result.acquittals.add(
          index, by: rule, .unmet,
          SubscriberLives(life: index, subscriber: below.index, site: below.site))
        continue
      }
      // A task may outlive the task that made it, and a cancelled one may be busy within its loop.
      guard life.role.kind != .task, life.role.kind != .loop else {
        result.acquittals.add(
          index, by: rule, .excused, MayOutliveItsMaker(life: index, maker: below.index))
        continue
      }
      var due = max(gone, life.subscribedAt)
      if life.role.kind == .shared {
        switch shares.standing(of: life, below: below) {
        case .used:
          result.acquittals.add(index, by: rule, .excused, ConnectionUsed(life: index, first: below.index))
          continue
        case .idle:
          let kept = ConnectionKept(life: index, site: below.site)
          result.excuses.append(Excuse(top: index, reason: .idleShare, rule: rule, evidence: kept))
          continue
        case .abandoned(let since): due = max(due, since)
        }
      }
      let thread = below.disposal?.thread ?? below.ending?.thread
      if let cause = delay(of: life, since: due, on: thread, delays) {
        let onItsWay = EndOnItsWay(
          life: index, subscriber: below.index, time: due, passed: forest.ended - min(forest.ended, due),
          cause: cause)
        result.excuses.append(Excuse(top: index, reason: .settling, rule: rule, evidence: onItsWay))
        continue
      }
      if let found = brokenLink(life, below, since: gone, &result.acquittals) { result.breaks.append(found) }
    }
    result.breaks += outlivedBreaks()
    let hubs = Hubs(of: result.breaks, in: forest)
    // A hub has taken the subscriber that is gone off its list: nothing is dropped there.
    var blamed: [Break] = []
    for found in result.breaks {
      guard !isDroppedThere(forest.lives[found.top]), hubs.feed(found, forest) else {
        blamed.append(found)
        continue
      }
      result.acquittals.add(
        found.top, by: rule, .excused,
        FeedsOthers(life: found.top, subscriber: found.downstream ?? found.top))
    }
    result.breaks = blamed
    return result
  }

  /// Why the end of a life whose downstream is gone may be on its way; nil where it is missing.
  private func delay(
    of life: Life, since due: UInt64, on thread: ThreadID?, _ delays: () -> EndingDelays
  ) -> EndOnItsWay.Cause? {
    if !isSettled(due, on: thread) { return .settle(settle) }
    if isAtIt(life, since: due, on: thread) { return .thread }
    if isInHand(life.index, since: due, on: thread) { return .work }
    return delays().mayStillEnd(life, places[life.index], since: due, forest).map {
      .others(longest: $0.longest, patience: $0.patience)
    }
  }

  /// If so many values came to a subscriber that was gone, over so long a time, they were not merely on their
  /// way.
  static let fewestOutlived: UInt64 = 4

  /// The same fault where the upstream has ended since, with its own source: a server that comes to its end
  /// completes its subjects.
  ///
  /// The closure did not give back its subscription, which went on to send to a subscriber that was gone.
  private func outlivedBreaks() -> [Break] {
    guard forest.totals.dropped > 0 else { return [] }
    return forest.livesInRole(.nested).compactMap { life in
      guard let below = life.downstream, let gone = below.endedAt,
        let ended = life.ending?.time, life.droppedDownstream >= Self.fewestOutlived,
        // A teardown that waits for an acknowledgement takes its time, and a stop signal ends it then.
        life.stoppedBy == nil, ended - min(ended, gone) > max(settle, Thresholds.onTheWay.nanoseconds),
        returnsDisposables(below), doubt(life.index) == nil
      else { return nil }
      var nobodyAsks = Acquittals(isAsked: false)
      return brokenLink(life, below, since: gone, &nobodyAsks)
    }
  }

  /// Whether the thread that ended the downstream may be about to end this one: an operator passes an end on
  /// at once, and the thread has done nothing else since.
  ///
  /// The end of the program says nothing about the work of other threads.
  private func isAtIt(_ life: Life, since time: UInt64, on thread: ThreadID?) -> Bool {
    guard life.role.kind != .nested, let thread, !isSettleChosen, forest.calm[thread] ?? 0 <= time else {
      return false
    }
    return forest.ended - min(forest.ended, time) < Thresholds.longestPause
  }

  /// The break between a life and its dead subscriber.
  ///
  /// A `nested` edge is a guess from the thread. It is proven if values came over it and were dropped at the
  /// dead subscriber. It is likely if its values had gone into the subscriber before, or if dropped values
  /// have no other known sender. It is also likely if the same happened to each of several, and nothing else
  /// can end them.
  private func brokenLink(
    _ life: Life, _ subscriber: Life, since gone: UInt64, _ acquittals: inout Acquittals
  ) -> Break? {
    var evidence: [any Evidence] = [SubscriberGone(life: subscriber.index, time: gone)]
    var confidence = Confidence.certain
    if life.role.kind == .nested {
      if isDroppedThere(life) {
        evidence.append(DroppedThere(life: subscriber.index, values: life.droppedDownstream))
        // A closure may pass on a part of its values. Another subscription may have sent that part.
        if life.droppedDownstream < life.lateValues / 2 { confidence = .likely }
      } else if let values = life.rare.first?.perhapsDroppedDownstream, values > 0 {
        evidence.append(DroppedOfUnknown(life: subscriber.index, values: values, sender: life.index))
        confidence = .likely
      } else if life.feedsDownstream {
        evidence.append(FedItsSubscriber(life: life.index))
        confidence = .likely
      } else {
        let isOwned = hasLivingOwner(life)
        guard returnsDisposables(subscriber), !isOwned else {
          acquittals.add(
            life.index, by: .disposalNotPassedOn, .excused,
            NotForItsSubscriber(life: life.index, subscriber: subscriber.index, hasOwner: isOwned))
          return nil
        }
        confidence = isLeftEachTime(life.index) ? .likely : .possible
      }
    }
    return Break(
      reason: .disposalNotPassedOn, confidence: confidence, top: life.index, downstream: subscriber.index,
      evidence: evidence, site: subscriber.site,
      // The call that a closure made: its handle is the one that the closure must give back.
      other: life.role.kind == .nested ? life.site : nil, hint: hint(life, subscriber))
  }

  /// Whether values of it were dropped at the dead subscriber. One of very many says nothing: a late answer
  /// of somebody else may have come on the thread that had just delivered for this one.
  private func isDroppedThere(_ life: Life) -> Bool {
    life.droppedDownstream > 1 || life.droppedDownstream == 1 && life.lateValues <= Self.fewestOutlived
  }

  /// Whether each run of a closure left one of these behind, with clocks of its own that never end and no
  /// handle.
  private func isLeftEachTime(_ index: LifeIndex) -> Bool {
    guard let kind = kinds[index], kind.alive >= Self.fewestLeftOver, kind.ended == 0, isAtWork(index) else {
      return false
    }
    return kind.members.allSatisfy { member in
      let life = forest.lives[member]
      let isGone = life.downstream.map { !$0.isAlive } ?? false
      // The last may not be so far.
      return (isGone || member == kind.members.last) && isWithoutHandle(life.index)
    }
  }

  private func hint(_ life: Life, _ subscriber: Life) -> Leak.Hint {
    guard life.role.kind == .nested else { return .disposeUpstream(site: subscriber.site) }
    return returnsDisposables(subscriber)
      ? .returnInnerDisposable(site: subscriber.site) : .keepInnerHandle(site: subscriber.site)
  }
}

/// Closures whose one source feeds several subscribers: a hub that the program has written by hand. The
/// subscriber for which the closure began the source may go, and the source works on for the others.
private struct Hubs {
  /// Values that came within this time of a value of the source may be that value.
  private static let step: UInt64 = 5_000_000

  /// For each call site the last values of subscribers for which it began nothing.
  private var lastValues: [Int: [UInt64]] = [:]

  init(of breaks: [Break], in forest: Forest) {
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    var isAny = false
    for found in breaks where forest.lives[found.top].role.kind == .nested {
      guard let below = found.downstream else { continue }
      isMeant[forest.lives[below].entryIndex] = true
      isAny = true
    }
    guard isAny else { return }
    for life in LifeScan(forest.table, .sites(isMeant)) where life.upstreams.isEmpty && life.values > 1 {
      // A value as it subscribes comes from a cache.
      guard let last = life.lastValueAt, last - min(last, life.subscribedAt) > Self.step else { continue }
      lastValues[life.entryIndex, default: []].append(last)
    }
  }

  /// Whether another subscriber of the closure has had values of the source since its own was gone.
  func feed(_ found: Break, _ forest: Forest) -> Bool {
    let life = forest.lives[found.top]
    guard life.role.kind == .nested, let below = found.downstream, let gone = forest.lives[below].endedAt,
      let last = life.lastValueAt, let fed = lastValues[forest.lives[below].entryIndex]
    else { return false }
    return fed.contains { $0 > gone && max($0, last) - min($0, last) < Self.step }
  }
}

/// How long upstreams of each kind took to end after their downstream: a teardown may take time.
struct EndingDelays: Sendable {
  /// For each kind the longest delay, and the last moment at which the downstream of one that has ended was
  /// gone.
  private var delays: [UInt64: (longest: UInt64, latest: UInt64)] = [:]

  init(_ forest: Forest, _ places: LifePlaces) {
    let rows = forest.table.rows
    for life in forest.lives {
      guard let below = rows.downstream(of: life.index), let gone = rows.endedAt(of: below),
        let ended = life.endedAt, ended > gone, ended - gone > Thresholds.atOnce
      else { continue }
      let place = places[life.index].hash.value
      let known = delays[place] ?? (0, 0)
      delays[place] = (max(known.longest, ended - gone), max(known.latest, gone))
    }
  }

  /// The longest delay of others of its kind, and how long one waits for this one for that reason. Nil where
  /// none of them took as long as this one has had since its downstream was gone.
  func mayStillEnd(
    _ life: Life, _ place: PathHash, since time: UInt64, _ forest: Forest
  ) -> (longest: UInt64, patience: UInt64)? {
    guard let (delay, latest) = delays[place.hash.value] else { return nil }
    // None has ended whose turn was later: the code that ends them one by one may be short of time.
    let patience = latest < time ? delay * 3 : delay + delay / 4
    guard forest.ended - min(time, forest.ended) <= patience else { return nil }
    return (delay, patience)
  }
}
