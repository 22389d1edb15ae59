internal import TraceFormat

/// Whether a kind still grows, or is complete.
extension Facts {
  /// All are there if the time since the last beginning is so many times as long as the time of the
  /// beginnings, and so many times as much happened.
  private static let completeAfter: UInt32 = 2
  /// A machine without time may have taken long over the beginning. If so many times as much happened since,
  /// the clock is not asked.
  private static let manyTimes: UInt32 = 10
  /// All of a pool are there if so many times as much happened since the last beginning.
  private static let poolAfter: UInt32 = 4
  /// It stands still if the acts since the last beginning are more than three halves of the acts before, and
  /// the clock says so, too.
  private static let stillAfter: UInt32 = 3
  private static let stillFor: UInt32 = 2
  /// It slows down if fewer than one in so many were begun in the second half.
  private static let slowing = 3

  /// Whether there are as many as the program needs.
  ///
  /// None was begun for twice as long, and while twice as much happened, as the program took to begin those
  /// that live.
  func isComplete(_ kind: Kind) -> Bool {
    guard let first = kind.firstAlive, let last = kind.lastAlive else { return false }
    return isComplete(from: first, to: last)
  }

  /// Whether there are several, and have long been as many as the program needs.
  func isCompleteSet(_ kind: Kind) -> Bool { kind.alive > Self.fewestRepeats && isComplete(kind) }

  /// Whether all from `first` to `last` were begun in a small part of the time. None was begun after `last`.
  func isComplete(from first: LifeIndex, to last: LifeIndex) -> Bool {
    let (first, last) = (forest.lives[first], forest.lives[last])
    let rest = forest.lastFresh - min(forest.lastFresh, last.subscribedAt)
    let (restOfActs, acts) = (forest.actCount - last.acts, last.acts - first.acts)
    return restOfActs / Self.completeAfter > acts
      && (rest / UInt64(Self.completeAfter) > last.subscribedAt - min(last.subscribedAt, first.subscribedAt)
        || restOfActs / Self.manyTimes > acts)
  }

  /// Whether no more time has passed since the last was begun than the program took to begin them all.
  func growsToTheEnd(_ kind: Kind) -> Bool { grows(kind, to: forest.ended) }

  /// The same up to the last thing that the program did of its own accord: it may have been idle before it
  /// ended.
  func growsToTheLastAct(_ kind: Kind) -> Bool {
    grows(kind, to: min(forest.ended, forest.acts.values.max() ?? forest.ended))
  }

  private func grows(_ kind: Kind, to end: UInt64) -> Bool {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    return end - min(end, last.subscribedAt) <= last.subscribedAt - min(last.subscribedAt, first.subscribedAt)
  }

  /// Whether each has an owner and a source of its own, and the sources were used one after the other.
  ///
  /// Screens come and go like that: one that a later one has followed sends nothing any more. Or it goes as
  /// the one after that comes.
  func wereUsedInTurn(_ kind: Kind) -> Bool {
    var (owners, sources) = (Set<OwnerID>(), Set<UInt64>())
    var begins: [UInt64] = []
    var uses: [(begin: Int, lastValue: UInt64)] = []
    var last: UInt64 = 0
    for index in kind.members {
      let life = forest.lives[index]
      guard let owner = life.owner, owners.insert(owner).inserted, forest[owner: owner]?.disposedAt == nil,
        let origin = forest.hotOrigin(of: life), let source = origin.hotSource,
        sources.insert(source).inserted, let lastValue = origin.lastValueAt
      else { return false }
      if begins.isEmpty || life.subscribedAt - min(life.subscribedAt, last) > Thresholds.atOnce {
        begins.append(life.subscribedAt)
      }
      last = life.subscribedAt
      uses.append((begins.count - 1, lastValue))
    }
    return [1, 2].contains { later in
      let followed = uses.filter { $0.begin + later < begins.count }
      return followed.count >= Self.fewestStarts
        && followed.allSatisfy { $0.lastValue < begins[$0.begin + later] }
    }
  }

  /// Within which time all were begun, and how long ago, if that was a small part of the program's work since
  /// then; else nil.
  ///
  /// That is a pool: nobody needs the handles.
  func longComplete(_ kind: Kind) -> (within: UInt64, since: UInt64)? {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    guard (forest.actCount - last.acts) / Self.poolAfter > last.acts - first.acts, !growsToTheEnd(kind)
    else { return nil }
    return (
      last.subscribedAt - min(last.subscribedAt, first.subscribedAt),
      forest.ended - min(forest.ended, last.subscribedAt)
    )
  }

  /// Whether it has not grown for a good part of the time, or ever slower: there are as many as the program
  /// needs.
  func hasLevelledOff(_ kind: Kind) -> Bool { levelling(of: kind) != nil }

  /// How it has levelled off; nil where it has not.
  func levelling(of kind: Kind) -> Levelling? {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    let (rest, acts) = (forest.actCount - last.acts, last.acts - first.acts)
    if rest / Self.manyTimes > acts { return .still(from: acts, since: rest) }
    if rest * Self.stillFor > acts * Self.stillAfter, !growsToTheEnd(kind) {
      return .still(from: acts, since: rest)
    }
    // If each hears every value, there are ever more acts from one beginning to the next. So the clock must
    // say it, too.
    let middle = (
      acts: first.acts + (last.acts - first.acts) / 2,
      time: first.subscribedAt + (last.subscribedAt - min(last.subscribedAt, first.subscribedAt)) / 2
    )
    let count = kind.members.count
    guard kind.members.count(where: { forest.lives[$0].acts > middle.acts }) * Self.slowing < count else {
      return nil
    }
    let late = kind.members.count { forest.lives[$0].subscribedAt > middle.time }
    return late * Self.slowing < count ? .slowing(late: late, of: count) : nil
  }

  /// How there were more of them after each round of the program; nil where there were not.
  func grownByRounds(_ kind: Kind) -> Rounds.Growth? {
    for rounds in rounds {
      var tally = Rounds.Tally(rounds)
      for index in kind.members { tally.add(forest.lives[index]) }
      if let growth = tally.growth { return growth }
    }
    return nil
  }
}
