internal import TraceFormat

extension MissingShare {
  /// Signals whose work begins several times at once: the subscriptions that the recording calls
  /// subscriptions of one signal, by the lines of source and share.
  ///
  /// A program that subscribes again when the last subscription is over does so on purpose.
  static func ofOneSignal(in forest: Forest, _ solitary: Set<LifeIndex>) -> [Pair: [[Life]]] {
    var found: [Pair: [[Life]]] = [:]
    var pairs: [Pair: [[Life]]] = [:]
    var running: [Pair: [[Life]]] = [:]
    var counts: [Int: Int] = [:]
    for lives in forest.subscriptionsOfOneSignal {
      if let first = lives.first { counts[first.entryIndex, default: 0] += 1 }
      let isMade = lives.contains { !forest.isOrigin($0) }
      var shares: [Int?: [(life: Life, place: Place)]] = [:]
      for life in lives {
        guard let (place, share) = forest.place(of: life, solitary, ofFirstAttempts: true) else { continue }
        shares[share?.entryIndex, default: []].append((life, place))
      }
      for (share, lives) in shares {
        let bursts = together(lives)
        // A closure may make something else for each. So one such signal is no reason.
        let same = isMade ? [] : bursts.filter(isWorkOfMany)
        if same.isEmpty, areAskedAsItRuns(lives.map(\.life)) {
          running[Pair(source: lives[0].life.entryIndex, share: share), default: []].append(lives.map(\.life))
        }
        if bursts.count == 1, same.isEmpty, bursts[0].count == 2,
          areOfDifferentLines(bursts[0].map(\.life))
        {
          pairs[Pair(source: lives[0].life.entryIndex, share: share), default: []].append(
            bursts[0].map(\.life))
        }
        if !same.isEmpty {
          found[Pair(source: lives[0].life.entryIndex, share: share), default: []] += same.map {
            $0.map(\.life)
          }
        }
      }
      if shares.values.allSatisfy({ $0.count < 2 }), forest.areTwoUses(lives) {
        pairs[Pair(source: lives[0].entryIndex, share: nil), default: []].append(lives)
      }
    }
    // Two subscribers may each be meant to have their own. Pairs each time are one signal that is used twice.
    for (pair, bursts) in pairs where bursts.count >= fewPairs && bursts.count == counts[pair.source] {
      found[pair, default: []] += bursts
    }
    for (pair, signals) in running where signals.count >= fewRunning { found[pair, default: []] += signals }
    return found
  }

  /// The fewest signals of a line that must each have two subscribers at once. Fewer may have them by chance.
  static let fewPairs = 3

  /// The fewest signals of a line that must each be asked again as they run.
  static let fewRunning = 2

  /// Whether several subscribe to work of the program while it runs for the first of them, and get as many
  /// values as that one.
  private static func areAskedAsItRuns(_ lives: [Life]) -> Bool {
    guard lives.count >= few, let first = lives.first, first.traits.isUserCode, first.values > 0,
      let end = first.endedAt
    else { return false }
    return lives.allSatisfy { $0.hasEnding && $0.values == first.values && $0.subscribedAt < end }
  }

  /// Groups of subscriptions that began one right after the other, while all before them lived, or for one
  /// operator.
  private static func together(_ lives: [(life: Life, place: Place)]) -> [[(life: Life, place: Place)]] {
    var bursts: [[(life: Life, place: Place)]] = []
    var firstEnd = UInt64.max
    for one in lives {
      let start = one.life.subscribedAt
      if let last = bursts.last?.last, start - min(start, last.life.subscribedAt) < Thresholds.atOnce,
        firstEnd > start || last.place == one.place && one.place.isOperator
      {
        bursts[bursts.count - 1].append(one)
      } else {
        bursts.append([one])
        firstEnd = .max
      }
      firstEnd = min(firstEnd, one.life.endedAt ?? .max)
    }
    return bursts
  }

  /// Two may each be meant to have their own; an operator that gathers from one signal twice has two parts of
  /// it.
  private static func isWorkOfMany(_ lives: [(life: Life, place: Place)]) -> Bool {
    lives.count >= few || lives.count > 1 && lives[0].place.isOperator && lives[0].place == lives[1].place
  }
}

extension MissingShare.Place {
  fileprivate var isOperator: Bool { if case .operator = self { true } else { false } }
}

extension Forest {
  /// Signals that were subscribed to several times: the first subscription to each.
  var repeatedSignals: Set<UInt64> {
    var signals: Set<UInt64> = []
    for life in livesFlagged(any: .again) { signals.insert(life.firstOfSignal) }
    return signals
  }

  /// Whether two subscribe at once to work of the program at different lines, one of them within an inner
  /// signal or a stop signal.
  fileprivate func areTwoUses(_ lives: [Life]) -> Bool {
    guard lives.count == 2, lives[0].traits.isUserCode,
      lives[1].subscribedAt - min(lives[1].subscribedAt, lives[0].subscribedAt) < Thresholds.atOnce,
      lives[0].endedAt ?? .max > lives[1].subscribedAt
    else { return false }
    let below = lives.compactMap { $0.downstream?.entryIndex }
    return below.count == 2 && below[0] != below[1] && lives.allSatisfy(isUsedOnce)
  }

  /// Whether it goes down to a `subscribe` call of the program, and nothing on the way shares its source or
  /// begins it again.
  private func isUsedOnce(_ source: Life) -> Bool {
    var life = source
    while let downstream = life.downstream {
      switch life.role.kind {
      case .source, .inner, .control: life = downstream
      default: return false
      }
      if life.traits.contains(.restarts) { return false }
    }
    return true
  }

  /// Whether it runs a closure that makes a signal for it, as `deferred` does, and that signal begins work
  /// anew.
  private func makesWork(_ life: Life) -> Bool {
    life.traits.isUserCode
      && life.upperEnds(steps: Thresholds.reach, width: Thresholds.reach, where: \.carriesData)
        .allSatisfy(\.traits.isWork)
  }

  /// The subscriptions to each source that several subscribed to, in the order of birth.
  fileprivate var subscriptionsOfOneSignal: [[Life]] {
    var signals: [UInt64: [Life]] = [:]
    for life in livesFlagged(any: .again, none: .aliveBefore)
    where life.traits.contains(.source) && (isOrigin(life) || makesWork(life)) {
      signals[life.firstOfSignal, default: []].append(life)
    }
    return signals.map { number, again in
      guard let first = SubscriptionID(number).flatMap({ self[$0] }), !first.wasAliveBefore,
        first.entryIndex == again[0].entryIndex
      else { return again }
      return [first] + again
    }
  }
}
