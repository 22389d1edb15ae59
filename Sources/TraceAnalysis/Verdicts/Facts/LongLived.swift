internal import TraceFormat

/// Which lives are meant to live as long as the program.
extension Facts {
  /// The lives from (almost) the start to the end, each the only one of its kind, whose handle somebody has.
  func longLived() -> Set<LifeIndex> {
    var known: [LifeIndex: Bool] = [:]
    for life in forest.living {
      var (way, next): ([LifeIndex], Life?) = ([], life)
      while let part = next, known[part.index] == nil, isEarly(part) {
        way.append(part.index)
        next = part.downstream
      }
      let isLongLived = next.map { known[$0.index] ?? false } ?? way.last.map(isAloneAndHeld) ?? false
      for each in way { known[each] = isLongLived }
    }
    return Set(known.lazy.filter(\.value).map(\.key))
  }

  /// The numbers by which a life is long-lived.
  func aliveThroughout(_ life: Life) -> AliveThroughout {
    var root = life
    while let downstream = root.downstream { root = downstream }
    return AliveThroughout(
      life: life.index, root: root.index,
      delay: life.subscribedAt - min(life.subscribedAt, forest.began), age: forest.duration(of: life),
      settle: settle, hasOwner: root.owner != nil)
  }

  private func isEarly(_ life: Life) -> Bool {
    life.isAlive && life.subscribedAt - min(life.subscribedAt, forest.began) <= settle
  }

  private func isAloneAndHeld(_ root: LifeIndex) -> Bool {
    let life = forest.lives[root]
    return kinds[root]?.members.count == 1 && (life.handleReleasedAt == nil || life.owner != nil)
  }
}
