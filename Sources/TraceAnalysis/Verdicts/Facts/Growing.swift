internal import TraceFormat

/// Whether a kind still grows, or is complete.
extension Facts {
  /// If this many times as much happened since the last one was begun, the clock is not asked.
  private static let manyTimes: UInt32 = 10

  /// Whether there are as many as the program needs.
  ///
  /// None was begun for twice as long, and while twice as much happened, as the program took to begin those that live.
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
    // A machine without time may have taken long over the beginning: then what happened since says more than the clock.
    return restOfActs / 2 > acts
      && (rest / 2 > last.subscribedAt - min(last.subscribedAt, first.subscribedAt)
        || restOfActs / Self.manyTimes > acts)
  }

  /// Whether no more time has passed since the last was begun than the program took to begin them all.
  func growsToTheEnd(_ kind: Kind) -> Bool {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    return forest.ended - min(forest.ended, last.subscribedAt)
      <= last.subscribedAt - min(last.subscribedAt, first.subscribedAt)
  }

  /// Whether all were begun in a small part of the program's work since then.
  ///
  /// That is a pool: nobody needs the handles.
  func isLongComplete(_ kind: Kind) -> Bool {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    return (forest.actCount - last.acts) / 4 > last.acts - first.acts && !growsToTheEnd(kind)
  }

  /// Whether it has not grown for a good part of the time, or ever slower: there are as many as the program needs.
  func hasLevelledOff(_ kind: Kind) -> Bool {
    let (first, last) = (forest.lives[kind.members[0]], forest.lives[kind.members[kind.members.count - 1]])
    let (rest, acts) = (forest.actCount - last.acts, last.acts - first.acts)
    // A machine without time may have taken long over the beginning: then what happened since says more than the clock.
    if rest / 10 > acts || rest * 2 > acts * 3 && !growsToTheEnd(kind) { return true }
    // Where each hears every value there are ever more acts from one beginning to the next: the clock must say so, too.
    let middle = (
      acts: first.acts + (last.acts - first.acts) / 2,
      time: first.subscribedAt + (last.subscribedAt - min(last.subscribedAt, first.subscribedAt)) / 2
    )
    return kind.members.count { forest.lives[$0].acts > middle.acts } * 3 < kind.members.count
      && kind.members.count { forest.lives[$0].subscribedAt > middle.time } * 3 < kind.members.count
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
