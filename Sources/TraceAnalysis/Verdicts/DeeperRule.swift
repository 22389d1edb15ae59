internal import TraceFormat

extension Facts {
  /// What a program subscribes to anew, time after time, is what it subscribed to before with one more operator on top:
  /// one lives at a time, and each costs more than the last. Likely, at the operator that is put on top.
  ///
  /// - Parameter deep: ``nestedDeep()``.
  func deeperBreaks(_ deep: [LifeIndex]) -> [Break] {
    let depths = repetitions(deep)
    guard !depths.isEmpty else { return [] }
    var rows: [Int: [(root: LifeIndex, depth: Int, top: LifeIndex)]] = [:]
    for root in forest.rootLives.lazy.map(\.index) {
      let deepest = depths[root]
      rows[forest.lives[root].entryIndex, default: []].append(
        (root, deepest?.depth ?? 0, deepest?.top ?? root))
    }
    return rows.values.compactMap { row -> Break? in
      guard let last = row.last, forest.lives[last.root].isAlive, last.depth >= Self.deepest,
        forest.lives[last.top].isAlive, doubt(last.root) == nil
      else { return nil }
      // Each has taken the place of the one before, and goes through the same line more often.
      var count = 1
      while count < row.count {
        let (one, next) = (row[row.count - count - 1], row[row.count - count])
        guard one.depth < next.depth, forest.lives[one.top].entryIndex == forest.lives[last.top].entryIndex,
          !forest.lives[one.root].isAlive, !forest.lives[one.root].hasEnding
        else { break }
        count += 1
      }
      guard count >= Self.deepest else { return nil }
      let life = forest.lives[last.top]
      return Break(
        reason: .nestedInItself, confidence: .likely, top: last.root,
        evidence: [.deeperEachTime(last.root, site: life.site, depth: last.depth, count: count)],
        site: life.site, hint: .buildFromSource(site: life.site))
    }
    .sorted { $0.top < $1.top }
  }

  /// For each root how often the line comes that comes most often on one way up from it, and the subscription of that
  /// line which is nearest to the root. Nothing where no way is long.
  private func repetitions(_ deep: [LifeIndex]) -> [LifeIndex: (depth: Int, top: LifeIndex)] {
    guard !deep.isEmpty else { return [:] }
    var depths = LifeMap(1, count: forest.lives.count)
    var found: [LifeIndex: (depth: Int, top: LifeIndex)] = [:]
    var tops = LifeTargets(ofThemselves: forest.lives.count)
    for index in deep where forest.lives[index].role.kind == .source {
      if let below = sameLine(below: index) {
        depths[index] = depths[below] + 1
        tops[index] = tops[below]
      }
      let root = roots[index]
      if depths[index] > found[root]?.depth ?? 0 { found[root] = (depths[index], tops[index]) }
    }
    return found
  }

  /// The nearest of the same line below, if it was subscribed to at once on the whole way.
  private func sameLine(below index: LifeIndex) -> LifeIndex? {
    var (life, steps) = (forest.lives[index], 0)
    let site = life.entryIndex
    while life.role.kind == .source, let downstream = life.downstream, steps < Self.period {
      life = downstream
      steps += 1
      if life.entryIndex == site { return life.index }
    }
    return nil
  }
}
