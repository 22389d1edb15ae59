import TraceAnalysis
import TraceFormat

/// Which trees are drawn in full and which are folded into a row.
extension TreePlanner {
  /// The trees to draw, in their order.
  func rootUnits() -> [Unit] {
    struct Key: Hashable {
      let shape: Shape?
      let leak: Int?
      let site: Site
      let mark: VerdictMark
    }
    var units: [Unit] = []
    // The unit that is drawn in full, and the folded one beside it.
    var drawn: [Key: Int] = [:]
    var folded: [Key: Int] = [:]
    var sites: [Site: Int] = [:]

    /// Adds to the folded unit of `key`, or makes it.
    func fold(_ number: Int, _ key: Key, _ likeness: TreePlan.Likeness) {
      if let index = folded[key] {
        units[index].others.append(number)
      } else {
        folded[key] = units.count
        units.append(Unit(life: number, likeness: likeness))
      }
    }

    for number in roots() {
      guard let life = trace.forest[number] else { continue }
      let (mark, leak) = (census.worst[number - 1], census.leak[number - 1])
      let shape = Key(shape: life.shape, leak: leak, site: life.site, mark: mark)
      let likeLeak = Key(shape: nil, leak: leak, site: life.site, mark: mark)
      if !options.mergesEqual || needed.contains(number) {
        units.append(Unit(life: number))
      } else if let index = drawn[shape] {
        fold(number, shape, .shape(of: units[index].life))
      } else if mark == .leak, let index = drawn[likeLeak] {
        fold(number, likeLeak, .leak(of: units[index].life))
      } else if mark == .open, sites[life.site] != nil {
        fold(number, likeLeak, .folded)
      } else {
        drawn[shape] = units.count
        drawn[likeLeak] = drawn[likeLeak] ?? units.count
        sites[life.site] = units.count
        units.append(Unit(life: number))
      }
    }
    return units
  }

  /// The rows above a row: living subscriptions in full, finished ones folded.
  func units(above life: Life, _ unit: Unit, isExpanded: Bool) -> [Unit] {
    if unit.likeness != nil { return unit.others.isEmpty ? stopSignals(of: life, unit) : [] }
    let upstreams = life.upstreams.filter(isKept)
    if isExpanded { return upstreams.map { Unit(life: $0) } }
    struct Key: Hashable {
      let shape: Shape?
      let site: Site
      let role: Role.Kind?
      let ending: EventKind?
      let mark: VerdictMark
      let leak: Int?
    }
    var units: [Unit] = []
    var drawn: [Key: Int] = [:]
    var folded: [Key: Int] = [:]
    for number in upstreams {
      guard let upstream = trace.forest[number] else { continue }
      let isFinished = census.unfinished[number - 1] == 0 && !drawsFinished && !needed.contains(number)
      let key = Key(
        shape: isFinished ? nil : upstream.shape, site: upstream.site, role: upstream.role.kind,
        ending: upstream.ending?.kind, mark: census.worst[number - 1], leak: census.leak[number - 1])
      let canMerge = options.mergesEqual && !needed.contains(number)
      if canMerge, let index = folded[key] {
        units[index].others.append(number)
      } else if isFinished || canMerge && drawn[key] != nil {
        folded[key] = units.count
        units.append(Unit(life: number, likeness: drawn[key].map { .shape(of: $0) } ?? .folded))
      } else {
        drawn[key] = drawn[key] ?? number
        units.append(Unit(life: number))
      }
    }
    return units.map(withoutNeedlessLikeness)
  }

  /// A row that says "shape of" where the whole tree would be no longer says less than the tree.
  private func withoutNeedlessLikeness(_ unit: Unit) -> Unit {
    guard case .shape? = unit.likeness, unit.others.isEmpty, census.total[unit.life - 1] == 1 else {
      return unit
    }
    return Unit(life: unit.life)
  }

  /// The control signals that ended `life`: they are drawn, although the subscriptions that they ended are folded.
  private func stopSignals(of life: Life, _ unit: Unit) -> [Unit] {
    guard unit.likeness == .folded, let signal = life.stoppedBy, life.upstreams.contains(signal) else {
      return []
    }
    return [Unit(life: signal, likeness: .folded)]
  }

  /// The subscriptions whose trees are drawn.
  private func roots() -> [Int] {
    let lives = trace.forest.lives
    var roots = lives.indices.filter { index in
      if let only = options.only { return only.contains(index + 1) && isKept(index + 1) }
      guard isKept(index + 1) else { return false }
      if let pattern = options.root {
        // A reader who names a tree means it, finished or not.
        guard lives[index].matches(pattern) else { return false }
        return !(lives[index].downstream.map { lives[$0 - 1].matches(pattern) } ?? false)
      }
      let isAsked = trace.selection != nil && !options.asksForLevelsAlone
      guard isAsked || drawsFinished || census.unfinished[index] > 0 || needed.contains(index + 1) else {
        return false
      }
      return lives[index].downstream == nil
    }.map { $0 + 1 }
    func sort<Rank: Comparable>(by rank: (Int) -> Rank) {
      roots.sort { (rank($0), $1) > (rank($1), $0) }
    }
    switch options.order {
    case .time: break
    case .leak: sort { census.worst[$0 - 1] }
    case .life: sort { trace.forest.duration(of: lives[$0 - 1]) }
    case .next: sort { lives[$0 - 1].values }
    }
    // Subscriptions from before the recording are a group of their own, at the top.
    return roots.filter { lives[$0 - 1].wasAliveBefore } + roots.filter { !lives[$0 - 1].wasAliveBefore }
  }
}
