package import TraceFormat

/// A recursion of signals.
enum NestedInItself: Rule {
  static let description = RuleDescription(
    of: .nestedInItself, title: "nested in itself, ever deeper",
    claim: "A line subscribes to itself again, ever deeper, and each level keeps the others alive.",
    needs: """
      A signal that is begun within one of its own line, and so on, where something on the way was begun \
      later. The innermost one has not come to its own end.
      Or subscriptions of one line that take each other's place, each of which goes through another line \
      more often than the one before.
      Or a subscription that begins one of its own line while it receives a value, and so on, and all of \
      them are alive.
      """,
    excuses: """
      A chain that a loop has put together and that is subscribed to at once.
      A recursion that has come to its end: it was as deep as it had to be.
      """,
    thresholds: [
      .count(
        "fewest levels", Facts.deepest, "A program does not nest a signal in itself so deep on purpose."),
      .count(
        "most steps from one level to the next", Facts.period,
        "Lines that are further apart are not taken for one recursion."),
    ],
    faulty: .program(
      "Faulty/recursion/HeartbeatChain",
      "Each beat appends the next to itself by `concat`. The chain grows as long as the heart beats."),
    healthy: .program(
      "Healthy/DirectoryWalk",
      "A walk is as deep as its folders are, and is over when there are no more."))

  static let reason = Leak.Reason.nestedInItself
  static let searches: [Search] = [.recursions]
}

extension Leak.Reason {
  /// A signal is its own inner signal, ever deeper.
  public static let nestedInItself = Leak.Reason("nestedInItself")
}

/// It is nested in subscriptions of the same line.
struct NestedDeep: Evidence {
  let life: LifeIndex
  let depth: Int

  var sentence: Sentence? {
    "\(life: life) is nested in itself, \(count: depth) deep"
  }

  var figures: [Figure] { [.life("outermost", life), .count("levels", depth)] }
}

/// The last roots of its line took each other's place, and each goes through the line of `site` more often
/// than the one before.
struct DeeperEachTime: Evidence {
  let life: LifeIndex
  let site: Site
  let depth: Int
  let count: Int

  var sentence: Sentence? {
    "\(life: life) goes through \(site: site) \(count: depth) times; each of the last \(count: count) went through it more often than the one before"
  }

  var figures: [Figure] {
    [
      .life("newest", life), .site("line", site), .count("levels", depth), .count("in a row", count),
    ]
  }
}

/// A value of it began another one of the same line, and so on; all of them live.
struct BegunWithinItself: Evidence {
  let life: LifeIndex
  let depth: Int

  var sentence: Sentence? {
    "A value of \(life: life) began the next one of this line, and so on, \(count: depth) deep; all of them live"
  }

  var figures: [Figure] { [.life("outermost", life), .count("levels", depth)] }
}

extension Leak.Hint {
  /// Repeat the signal at `site`, which begins itself, in a loop.
  package static func loopInstead(site: Site) -> Leak.Hint {
    Leak.Hint("loopInstead", site) {
      "\($0.name) at \($0.place) begins itself as its own inner signal: repeat it in a loop instead."
    }
  }

  /// Build the signal at `site` anew from its source, instead of on top of the one before.
  package static func buildFromSource(site: Site) -> Leak.Hint {
    Leak.Hint("buildFromSource", site) {
      "\($0.name) at \($0.place) is put on top of the signal before, each time: build the signal anew from "
        + "its source."
    }
  }

  /// End each subscription that the closure at `site` makes for a value, or repeat one in a loop.
  package static func endEachBeforeNext(site: Site) -> Leak.Hint {
    Leak.Hint("endEachBeforeNext", site) {
      "Each subscription at \($0.place) begins the next one for a value, and lives on: end each with its value (take(1)), "
        + "or repeat one signal in a loop."
    }
  }
}

extension Search {
  /// Lines that subscribe to themselves, ever deeper.
  static let recursions = Search("recursions", yieldsTo: [.lostHandles]) { facts, _ in
    facts.recursions()
  }
}

extension Facts {
  /// So deep a program does not nest a signal in itself on purpose.
  static let deepest = 14
  /// How many subscriptions lie between two of the same line, at most.
  static let period = 8

  /// Each way to be nested in itself.
  fileprivate func recursions() -> SearchResult {
    var result = SearchResult(of: self)
    let deep = nestedDeep()
    result.breaks = recursionBreaks(deep, &result.acquittals)
    result.breaks += deeperBreaks(deep, &result.acquittals)
    result.breaks += rebegunBreaks(&result.acquittals)
    return result
  }

  /// A signal that begins itself once more as part of itself, ever deeper: each lives for as long as those
  /// within it.
  ///
  /// - Parameter deep: ``nestedDeep()``.
  private func recursionBreaks(_ deep: [LifeIndex], _ acquittals: inout Acquittals) -> [Break] {
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
      guard found.depth >= Self.deepest else {
        if forest.lives[found.index].isAlive {
          acquit(top, .few(outermost: top, depth: found.depth, needed: Self.deepest), &acquittals)
        }
        return nil
      }
      // One that has come to its own end was as deep as it had to be.
      guard !forest.lives[found.index].hasEnding else {
        acquit(top, .ended(outermost: top, depth: found.depth, innermost: found.index), &acquittals)
        return nil
      }
      guard isTold.insert(roots[top]).inserted else { return nil }
      let life = forest.lives[top]
      return Break(
        reason: .nestedInItself, confidence: .likely, top: top,
        evidence: [NestedDeep(life: top, depth: found.depth)], site: life.site,
        hint: .loopInstead(site: life.site))
    }
  }

  /// A line that subscribes to itself again while it receives a value, ever deeper, and never ends.
  private func rebegunBreaks(_ acquittals: inout Acquittals) -> [Break] {
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
    for (top, depth) in deepest where depth < Self.deepest {
      acquit(top, .fewBegun(outermost: top, depth: depth, needed: Self.deepest), &acquittals)
    }
    guard !chains.isEmpty else { return [] }
    return (Array(chains) + outermost.filter { chains.contains($0.value) }.keys).sorted().map { index in
      let (life, top) = (forest.lives[index], outermost[index] ?? index)
      return Break(
        reason: .nestedInItself, confidence: forest.hasLostHandle(forest.lives[top]) ? .likely : .possible,
        top: index,
        evidence: [BegunWithinItself(life: top, depth: deepest[top] ?? 1)], site: life.site,
        hint: .endEachBeforeNext(site: life.site))
    }
  }

  /// The living root of the same line that began a living root for a value. There may be other roots between
  /// them, each begun by the one before.
  private func beginner(of index: LifeIndex) -> LifeIndex? {
    guard forest.lives[index].isRoot else { return nil }
    let site = forest.lives[index].entryIndex
    var (current, steps) = (index, 0)
    while forest.lives[current].isAlive, let within = forest.lives[current].begunWithin, steps < Self.period {
      let root = roots[within]
      // A later root did not begin it.
      guard root < current, forest.lives[root].isAlive else { return nil }
      current = root
      steps += 1
      if forest.lives[current].entryIndex == site { return current }
    }
    return nil
  }

  /// The subscription that `top` is a part of is let be, if it lives.
  private func acquit(_ top: LifeIndex, _ evidence: NotNested, _ acquittals: inout Acquittals) {
    let index = instance(of: top)
    guard explains, forest.lives[index].isAlive else { return }
    acquittals.add(index, by: .nestedInItself, evidence.weight, evidence)
  }

  /// The lives that are deep enough for a chain, downstreams before their upstreams. In most programs there
  /// are none. If somebody asks for reasons, all lives on a chain.
  private func nestedDeep() -> [LifeIndex] {
    let rows = forest.table.rows
    if explains { return forest.topDown.filter { rows.downstream(of: $0) != nil } }
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

  /// The nearest downstream that was made by the same line, if something was begun later on the way to it: a
  /// chain that a loop has put together is subscribed to at once.
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

extension Facts {
  /// A program subscribes to one signal after the other, and each is the one before with one more operator on
  /// top. One lives at a time, and each costs more than the last. It is likely, and told at the operator that
  /// is put on top.
  ///
  /// - Parameter deep: ``nestedDeep()``.
  private func deeperBreaks(_ deep: [LifeIndex], _ acquittals: inout Acquittals) -> [Break] {
    let depths = repetitions(deep)
    guard !depths.isEmpty else { return [] }
    var rows: [Int: [(root: LifeIndex, depth: Int, top: LifeIndex)]] = [:]
    for root in forest.rootLives.lazy.map(\.index) {
      let deepest = depths[root]
      rows[forest.lives[root].entryIndex, default: []].append(
        (root, deepest?.depth ?? 0, deepest?.top ?? root))
    }
    return rows.values.compactMap { row -> Break? in
      guard let last = row.last, forest.lives[last.root].isAlive, forest.lives[last.top].isAlive,
        last.depth >= (explains ? 2 : Self.deepest), doubt(last.root) == nil
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
      let life = forest.lives[last.top]
      guard count >= Self.deepest, last.depth >= Self.deepest else {
        if count > 1 {
          let reason = NotNested.fewInARow(
            last.root, life.site, depth: last.depth, count: count, needed: Self.deepest)
          acquit(last.root, reason, &acquittals)
        } else if last.depth >= Self.deepest {
          acquit(last.root, .atOnce(last.root, life.site, depth: last.depth), &acquittals)
        }
        return nil
      }
      return Break(
        reason: .nestedInItself, confidence: .likely, top: last.root,
        evidence: [DeeperEachTime(life: last.root, site: life.site, depth: last.depth, count: count)],
        site: life.site, hint: .buildFromSource(site: life.site))
    }
    .sorted { $0.top < $1.top }
  }

  /// For each root the line that comes most often on one way up from it: how often, and its subscription
  /// nearest to the root. Empty where no way is long.
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
