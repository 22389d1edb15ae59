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

    for life in roots() {
      let number = life.number
      let (mark, leak) = (census.worst[life.index], census.leak[life.index])
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
    let upstreams = life.upstreams.filter { isKept($0.number) }
    if isExpanded { return upstreams.map { Unit(life: $0.number) } }
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
    for upstream in upstreams {
      let (number, index) = (upstream.number, upstream.index)
      let isFinished = census.unfinished[index] == 0 && !drawsFinished && !needed.contains(number)
      let key = Key(
        shape: isFinished ? nil : upstream.shape, site: upstream.site, role: upstream.role.kind,
        ending: upstream.ending?.kind, mark: census.worst[index], leak: census.leak[index])
      let canMerge = options.mergesEqual && !needed.contains(number)
      if canMerge, let place = folded[key] {
        units[place].others.append(number)
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
    guard case .shape? = unit.likeness, unit.others.isEmpty,
      census.total[LifeIndex(number: unit.life)] == 1
    else { return unit }
    return Unit(life: unit.life)
  }

  /// The control signals that ended `life`: they are drawn, although the subscriptions that they ended are
  /// folded.
  private func stopSignals(of life: Life, _ unit: Unit) -> [Unit] {
    guard unit.likeness == .folded, let signal = life.stoppedBy,
      life.upstreams.list.contains(signal)
    else { return [] }
    return [Unit(life: signal.number, likeness: .folded)]
  }

  /// The subscriptions whose trees are drawn.
  private func roots() -> [Life] {
    var roots = trace.forest.lives.filter { life in
      let number = life.number
      if let only = options.only { return only.contains(number) && isKept(number) }
      guard isKept(number) else { return false }
      if let pattern = options.root {
        // A reader who names a tree means it, finished or not.
        guard life.matches(pattern) else { return false }
        return !(life.downstream?.matches(pattern) ?? false)
      }
      let isAsked = trace.selection != nil && !options.asksForLevelsAlone
      guard isAsked || drawsFinished || census.unfinished[life.index] > 0 || needed.contains(number) else {
        return false
      }
      return life.isRoot
    }
    func sort<Rank: Comparable>(by rank: (Life) -> Rank) {
      roots.sort { (rank($0), $1.index) > (rank($1), $0.index) }
    }
    switch options.order {
    case .time: break
    case .leak: sort { census.worst[$0.index] }
    case .life: sort { trace.forest.duration(of: $0) }
    case .next: sort { $0.values }
    }
    // Subscriptions from before the recording are a group of their own, at the top.
    return roots.filter(\.wasAliveBefore) + roots.filter { !$0.wasAliveBefore }
  }
}
