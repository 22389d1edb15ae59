package import TraceFormat

/// The same signal is subscribed to several times at once, or one right after the other, and does its work
/// each time.
///
/// A recording may say which subscriptions are of one signal: then nothing else is needed. It does not say so
/// if it is of an older library, or if the program makes a signal of one line anew for each. Then
/// subscriptions of different owners may well be different things: each session has its own timer. So
/// subscriptions count together if one owner or one operator holds them, and if they go the same way at the
/// same time.
package struct MissingShare: Finding {
  package static let check = "missing-share"
  static let few = 3
  private static let some = 5
  private static let fewValues: UInt64 = 3
  /// Two sources that are over at once do not both send so many values by chance.
  private static let manyValues: UInt64 = 20

  package static let description = RuleDescription(
    ofCheck: check, title: "the same work done several times",
    claim: """
      One signal is subscribed to several times at once, or one right after the other, and does its work \
      each time.
      """,
    needs: """
      Several subscriptions to one cold signal that begin its work at once: the recording says that they \
      are of one signal.
      Or several of one line that one owner, one operator or one thread began at the same time, and that \
      sent nearly as many values each.
      Or several signals of a line, each of which several subscribe to while its work for the first of \
      them runs. All have the same number of values.
      Or several connections of one source that one subscriber each has joined.
      Or parts of one signal that each begin the same inner work for each value.
      """,
    excuses: """
      Where nothing says that it is one signal: subjects, signals that always end by themselves, and \
      subscriptions of different owners.
      Subscriptions in turn: the program ended one before it began the next.
      Attempts of an operator that begins its source again: the first one counts alone.
      Two subscriptions of one signal, unless one operator holds them or pairs at the same two lines \
      come each time.
      """,
    thresholds: [
      .count("fewest at once", few, "Two may each be meant to have their own."),
      .duration(
        "at once", Thresholds.atOnce,
        "Subscriptions of one signal that begin within this time began at once."),
      .duration(
        "at once, where nothing says that it is one signal", Thresholds.onTheWay,
        "Two subscriptions of a loop may begin so far apart."),
      .count("fewest pairs", fewPairs, "Fewer signals with two subscribers each may be a chance."),
      .count(
        "fewest that are asked again as they run", fewRunning,
        "One signal may be meant to do its work for each subscriber."),
    ],
    faulty: .program(
      "Faulty/missing-share/DiamondFetch",
      "Name, photo and badge of a profile are three views of one fetch, which is made three times."),
    healthy: .program(
      "Healthy/PrivateTimers",
      "Each game has a clock of its own, which starts as the game does."))

  /// The signal; where each is shared with nobody, the operator that was to share it.
  package let site: Site
  package let name: String
  package let lives: [Int]
  /// Each has a connection, which only one has ever joined.
  package let areConnections: Bool
  /// The recording says that it is one signal.
  package let isOneSignal: Bool
  /// The lines that subscribe: the first two where they differ.
  package let subscribers: [Site]
  /// Whether there was a moment at which all lived.
  package let areAtOnce: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [MissingShare] {
    let solitary = forest.solitaryConnections
    let ofOneSignal = ofOneSignal(in: forest, solitary)
    let known = Set(ofOneSignal.keys)
    var groups: [Group: [Life]] = [:]
    for life in forest.livesOfSites(where: \.isEndlessWork)
    where !life.wasAliveBefore && forest.isOrigin(life) {
      guard let (place, share) = forest.place(of: life, solitary) else { continue }
      let group = Group(
        source: life.entryIndex, place: place, thread: place == .nobody ? life.thread : nil,
        share: share?.entryIndex)
      groups[group, default: []].append(life)
    }
    var found: [Pair: [[Life]]] = [:]
    for (group, lives) in groups where lives.count > 1 {
      let same = bursts(of: lives).filter {
        isSame(work: $0, group.place) && (group.share == nil || areOfDifferentLines($0))
      }
      let pair = Pair(source: group.source, share: group.share)
      if !same.isEmpty, !known.contains(pair) { found[pair, default: []] += same }
    }
    let unshared = found.merging(ofOneSignal) { _, new in new }.map { pair, bursts in
      Self(bursts, isOneSignal: known.contains(pair)) {
        pair.share == nil
          ? nil : forest.place(of: $0, solitary, ofFirstAttempts: known.contains(pair))?.share
      }
    }
    return (unshared + ofInnerSignals(in: forest)).sorted { $0.lives[0] < $1.lives[0] }
  }

  /// Whether each is subscribed to at a line of its own: one line that subscribes again and again may do so
  /// for different things.
  static func areOfDifferentLines(_ lives: [Life]) -> Bool {
    Set(lives.map(\.root.site)).count == lives.count
  }

  /// Operators that each begin the same work for each value, and are the parts of one signal that was split.
  /// They are operators of one signal, or of one line with subscriptions at different lines for one owner.
  private static func ofInnerSignals(in forest: Forest) -> [MissingShare] {
    var groups: [InnerWork: [Life]] = [:]
    guard forest.table.traits.contains(where: \.isUserCode) else { return [] }
    let signals = forest.repeatedSignals
    for life in forest.livesInRole(.inner) where !life.wasAliveBefore && forest.beginsWork(life) {
      guard let below = life.downstream,
        let whose = signals.contains(below.firstOfSignal)
          ? .signal(below.firstOfSignal) : below.root.owner.map(InnerWork.Whose.owner)
      else { continue }
      groups[InnerWork(operator: below.entryIndex, inner: life.entryIndex, whose: whose), default: []].append(
        life)
    }
    return groups.compactMap { work, inner in
      let operators = Set(inner.compactMap { $0.downstream?.index }).sorted().map { forest.lives[$0] }
      let roots = operators.map(\.root.site)
      guard operators.count >= few, work.whose.isOneSignal || Set(roots).count == roots.count,
        beginTogether(inner, operators.count)
      else { return nil }
      return MissingShare(of: operators, roots, isOneSignal: work.whose.isOneSignal)
    }
  }

  /// Whether each operator has begun as many inner signals, and all of them those of one value at one moment.
  private static func beginTogether(_ inner: [Life], _ count: Int) -> Bool {
    guard inner.count >= few * count, inner.count % count == 0 else { return false }
    return stride(from: 0, to: inner.count, by: count).allSatisfy { start in
      let together = inner[start..<start + count]
      guard let first = together.first, let last = together.last else { return false }
      return Set(together.compactMap { $0.downstream?.index }).count == count
        && last.subscribedAt - min(last.subscribedAt, first.subscribedAt) < Thresholds.onTheWay
    }
  }

  private init(of operators: [Life], _ roots: [Site], isOneSignal: Bool) {
    site = operators[0].site
    name = operators[0].name
    lives = operators.map(\.number)
    areConnections = false
    self.isOneSignal = isOneSignal
    subscribers = Array(roots.enumerated().filter { roots.firstIndex(of: $1) == $0 }.map(\.element).prefix(2))
    areAtOnce = true
  }

  /// - Parameter share: The connection of a source that is shared with nobody.
  private init(
    _ bursts: [[Life]], isOneSignal: Bool, _ share: (Life) -> Life?
  ) {
    // The largest, and of those the first.
    let shown = bursts.max { ($0.count, $1[0].index) < ($1.count, $0[0].index) } ?? bursts[0]
    var subscribers: [Site] = []
    for life in shown {
      let site = life.root.site
      if !subscribers.contains(site) { subscribers.append(site) }
    }
    let firstEnd = shown.compactMap(\.endedAt).min() ?? .max
    areAtOnce = shown.allSatisfy { $0.subscribedAt < firstEnd }
    let connections = shown.compactMap(share)
    areConnections = !connections.isEmpty
    let told = areConnections ? connections : shown
    lives = told.map(\.number)
    site = told[0].site
    name = told[0].name
    self.isOneSignal = isOneSignal
    self.subscribers = Array(subscribers.prefix(2))
  }

  /// Groups of subscriptions that began one right after the other. If the program ends one before it begins
  /// the next, it uses them in turn.
  private static func bursts(of lives: [Life]) -> [[Life]] {
    var bursts: [[Life]] = []
    for life in lives {
      if let last = bursts.last?.last,
        life.subscribedAt - min(life.subscribedAt, last.subscribedAt) < Thresholds.onTheWay,
        last.hasEnding || last.endedAt ?? .max > life.subscribedAt
      {
        bursts[bursts.count - 1].append(life)
      } else {
        bursts.append([life])
      }
    }
    return bursts
  }

  /// Whether all have sent (almost) as much, so that it may well have been the same.
  private static func isSame(work lives: [Life], _ place: Place) -> Bool {
    let values = lives.map(\.values)
    guard let least = values.min(), let most = values.max(), least > 0 else { return false }
    let areAlike = most - least <= max(1, most / 20)
    switch place {
    case .operator:
      // Clocks are not read at one moment.
      let areClocks = lives[0].traits.contains(.timer) && most - least <= most / 8
      return (areAlike || areClocks)
        && (least >= fewValues || lives.count >= few && lives[0].traits.isUserCode)
    case .owner:
      return areAlike
        && (least >= fewValues ? lives.count >= few : lives.count >= some && lives[0].traits.isUserCode)
    case .nobody:
      // Sources that are over by themselves may be equal by chance. A source that was ended, or goes on, has
      // run beside the others.
      let isOver = lives.contains { $0.hasEnding }
      guard lives.count >= few, lives[0].traits.isUserCode else { return false }
      if most == least { return least >= (isOver ? manyValues : fewValues * 2) }
      // Clocks of several are not read at one moment.
      return !isOver && lives.count >= some && most - least <= most / 8 && least >= manyValues
    }
  }

  enum Place: Hashable {
    case owner(OwnerID), `operator`(LifeIndex), nobody
  }

  private struct Group: Hashable {
    let source: Int
    let place: Place
    /// The thread, where nobody holds them.
    let thread: ThreadID?
    let share: Int?
  }

  /// A source's line, and that of the operator that was to share it.
  struct Pair: Hashable {
    let source: Int
    let share: Int?
  }

  private struct InnerWork: Hashable {
    let `operator`: Int
    let inner: Int
    let whose: Whose

    enum Whose: Hashable {
      case owner(OwnerID), signal(UInt64)

      var isOneSignal: Bool { if case .signal = self { true } else { false } }
    }
  }

  package var sentence: Sentence {
    let what = areConnections ? "connections" : "subscriptions"
    let whose = areConnections ? "one subscriber and its own work" : "its own work"
    var sentence: Sentence =
      "\(count: lives.count) \(words: what) \(words: areAtOnce ? "at once" : "one right after the other"), each with \(words: whose)"
    if let first = subscribers.first { sentence = sentence + ", for \(site: first)" }
    if subscribers.count > 1 { sentence = sentence + " and \(site: subscribers[1])" }
    return sentence + ": " + advice
  }

  private var advice: Sentence {
    switch (areConnections, isOneSignal) {
    case (true, true): "nothing is shared, and the source is one signal; make its share once"
    case (true, false): "nothing is shared; if it is one signal, make it once"
    case (false, true): "it is one signal, whose work share does once"
    case (false, false): "if it is one signal, share does its work once"
    }
  }

  package static func summary(_ findings: [MissingShare]) -> Sentence {
    "\(findings.count, "signal") subscribed to many times at once"
  }
}

extension SiteTraits {
  /// User code that begins something.
  var isUserCode: Bool { contains(.subscribesInUserCode) && isDisjoint(with: [.hot, .ends]) }
  /// Work that may go on: works that are over with one value are the same by chance.
  fileprivate var isEndlessWork: Bool { isWork && !contains(.ends) }
}

extension Forest {
  /// Whether data begins at a life: upstream of it are only subscriptions that its own closure has made.
  func isOrigin(_ life: Life) -> Bool {
    life.isSource || life.upstreams.allSatisfy { $0.role.kind == .nested }
  }

  /// Whether an inner signal runs user code to begin its work, as far as it goes straight up.
  func beginsWork(_ inner: Life) -> Bool {
    var life = inner
    while !life.traits.isUserCode {
      guard life.upstreams.count == 1, life.traits.isDisjoint(with: [.countedShare, .keptConnection]) else {
        return false
      }
      life = life.upstreams[0]
    }
    return true
  }

  /// The sources of connections that only one subscriber has ever joined.
  fileprivate var solitaryConnections: Set<LifeIndex> {
    Set(connections.lazy.filter { $0.members.count == 1 }.compactMap(\.source))
  }

  /// The owner or operator for whose sake a source works, as far as it goes straight down, and a connection
  /// on the way that nobody else has joined. Nil where something on the way shares the source, has made it
  /// for a value of its own, or begins it again and again.
  ///
  /// - Parameter ofFirstAttempts: A source that is begun again and again counts with its first attempt.
  func place(
    of source: Life, _ solitary: Set<LifeIndex>, ofFirstAttempts: Bool = false
  ) -> (place: MissingShare.Place, share: Life?)? {
    var life = source
    var share: Life?
    while let downstream = life.downstream {
      if life.role.kind == .shared, solitary.contains(life.index) {
        share = downstream
      } else if life.role.kind != .source {
        return nil
      }
      life = downstream
      if life.traits.contains(.gathers) { return (.operator(life.index), share) }
      // One at a time, again and again.
      if life.traits.contains(.restarts), !ofFirstAttempts || !isFirstAttempt(source, of: life) { return nil }
    }
    return (life.owner.map { .owner($0) } ?? .nobody, share)
  }

  /// Whether an operator that begins ended sources again began `source` at first.
  private func isFirstAttempt(_ source: Life, of restarter: Life) -> Bool {
    guard let first = restarter.upstreams.first(where: \.carriesData) else { return false }
    return source.index == first.index || source.subscribedAt < (first.endedAt ?? .max)
  }
}
