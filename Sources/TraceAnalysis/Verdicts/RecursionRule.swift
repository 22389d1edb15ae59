internal import TraceFormat

extension Facts {
  /// So deep a program does not nest a signal in itself on purpose.
  static let deepest = 14
  /// How many subscriptions lie between two of the same line, at most.
  static let period = 8

  /// A signal that begins itself once more as part of itself, ever deeper: each lives for as long as those within it.
  ///
  /// - Parameter deep: ``nestedDeep()``.
  func recursionBreaks(_ deep: [LifeIndex]) -> [Break] {
    var depths: [LifeIndex: Int] = [:]
    var outermost: [LifeIndex: LifeIndex] = [:]
    var deepest: [LifeIndex: (depth: Int, index: LifeIndex)] = [:]
    for index in deep {
      guard let same = enclosing(index) else { continue }
      let depth = (depths[same] ?? 1) + 1
      let top = outermost[same] ?? same
      depths[index] = depth
      outermost[index] = top
      if depth > deepest[top]?.depth ?? 0 { deepest[top] = (depth, index) }
    }
    // The same circle goes through several lines: the operator that begins anew is the one to name.
    var isTold: Set<LifeIndex> = []
    return deepest.sorted { isNamedBefore($0.key, $1.key) }.compactMap { top, found in
      // One that has come to its own end was as deep as it had to be.
      guard found.depth >= Self.deepest, !forest.lives[found.index].hasEnding,
        isTold.insert(roots[top]).inserted
      else { return nil }
      let life = forest.lives[top]
      return Break(
        reason: .nestedInItself, confidence: .likely, top: top,
        evidence: [.nestedInItself(top, depth: found.depth)], site: life.site,
        hint: .loopInstead(site: life.site))
    }
  }

  /// What subscribes again at its own line while it receives a value, ever deeper, and never ends.
  func rebegunBreaks() -> [Break] {
    var depths: [LifeIndex: Int] = [:]
    var outermost: [LifeIndex: LifeIndex] = [:]
    var deepest: [LifeIndex: Int] = [:]
    for index in forest.living.lazy.map(\.index) {
      guard let outer = beginner(of: index) else { continue }
      let top = outermost[outer] ?? outer
      let depth = (depths[outer] ?? 1) + 1
      depths[index] = depth
      outermost[index] = top
      deepest[top] = max(depth, deepest[top] ?? 0)
    }
    let chains = Set(deepest.filter { $0.value >= Self.deepest }.keys)
    guard !chains.isEmpty else { return [] }
    return (Array(chains) + outermost.filter { chains.contains($0.value) }.keys).sorted().map { index in
      let (life, top) = (forest.lives[index], outermost[index] ?? index)
      return Break(
        reason: .nestedInItself, confidence: forest.hasLostHandle(forest.lives[top]) ? .likely : .possible,
        top: index,
        evidence: [.begunWithinItself(top, depth: deepest[top] ?? 1)], site: life.site,
        hint: .endEachBeforeNext(site: life.site))
    }
  }

  /// The living root of the same line that began a living root while it received a value, or began what did so.
  private func beginner(of index: LifeIndex) -> LifeIndex? {
    guard forest.lives[index].isRoot else { return nil }
    let site = forest.lives[index].entryIndex
    var (current, steps) = (index, 0)
    while forest.lives[current].isAlive, let within = forest.lives[current].begunWithin, steps < Self.period {
      let root = roots[within]
      // What came later did not begin it.
      guard root < current, forest.lives[root].isAlive else { return nil }
      current = root
      steps += 1
      if forest.lives[current].entryIndex == site { return current }
    }
    return nil
  }

  /// What lies deep enough for a chain, downstreams before their upstreams: in most programs nothing.
  func nestedDeep() -> [LifeIndex] {
    let rows = forest.table.rows
    var levels = LifeCounts(count: rows.count)
    var isDeep = false
    for index in forest.topDown {
      guard let downstream = rows.downstream(of: index) else { continue }
      levels[index] = levels[downstream] + 1
      isDeep = isDeep || levels[index] + 1 >= Self.deepest
    }
    return isDeep ? forest.topDown.filter { rows.downstream(of: $0) != nil } : []
  }

  private func isNamedBefore(_ left: LifeIndex, _ right: LifeIndex) -> Bool {
    let (first, second) = (beginsAnew(left), beginsAnew(right))
    return first != second ? first : left < right
  }

  private func beginsAnew(_ index: LifeIndex) -> Bool {
    !forest.lives[index].traits.isDisjoint(with: [.flattens, .restarts])
  }

  /// The nearest downstream that was made by the same line, if something was begun later on the way to it: a chain that
  /// a loop has put together is subscribed to at once.
  private func enclosing(_ index: LifeIndex) -> LifeIndex? {
    var (life, steps, isLater) = (forest.lives[index], 0, false)
    let site = life.entryIndex
    while let downstream = life.downstream, steps < Self.period {
      if !life.carriesData { return nil }
      if life.role.kind == .inner || life.role.kind == .nested
        || downstream.upstreams.first?.index != life.index
      {
        isLater = true
      }
      life = downstream
      steps += 1
      if life.entryIndex == site { return isLater ? life.index : nil }
    }
    return nil
  }
}
