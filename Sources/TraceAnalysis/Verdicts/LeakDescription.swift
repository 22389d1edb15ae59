internal import TraceFormat

/// The description of one broken place: the way from the root to the keeper.
struct LeakDescription: Sendable {
  /// A longer way is told with its middle left out.
  private static let longestWay = 128
  private static let shortWay = 4

  private(set) var path: [Leak.Step] = []
  private(set) var brokenLink: Int?
  private(set) var stopSignal: Leak.StopSignal?

  init(_ judgement: Judgement, _ broken: Break, _ inner: inout InnerSignals, isFull: Bool) {
    let longest = isFull ? Self.longestWay : Self.shortWay
    let lives = judgement.facts.forest.lives
    let below = broken.downstream.map { lives[$0] }
    let fromRoot = Self.wayFromRoot(to: broken.top, judgement, longest)
    let way = fromRoot + Self.wayToKeeper(from: broken.top, judgement, longest)
    path = way.indices.map { position in
      let next = position + 1 < way.count ? way[position + 1] : nil
      let standing = Self.standing(
        way[position], before: position > 0 ? way[position - 1] : nil, next: next, inner)
      return Leak.Step(life: way[position].number, standing: standing)
    }
    brokenLink = below == nil ? nil : fromRoot.count - 2
    if broken.reason.isOfStop, let below {
      stopSignal = Self.stopSignal(broken, below, judgement, &inner)
    }
  }

  /// From the root to `index`, both included.
  private static func wayFromRoot(to index: LifeIndex, _ judgement: Judgement, _ longest: Int) -> [Life] {
    let lives = judgement.facts.forest.lives
    var way = [lives[index]]
    while let downstream = way[way.count - 1].downstream, way.count < longest {
      way.append(downstream)
    }
    let root = judgement.facts.roots[index]
    if way[way.count - 1].index != root { way.append(lives[root]) }
    return way.reversed()
  }

  /// The way up to the source that keeps `index` alive. Of several sources, the one with the most late
  /// values.
  private static func wayToKeeper(from index: LifeIndex, _ judgement: Judgement, _ longest: Int) -> [Life] {
    var way: [Life] = []
    var last = judgement.facts.forest.lives[index]
    while let next = last.upstreams.lazy
      .filter({ $0.isAlive && $0.carriesData && judgement.claims[$0.index] != nil })
      .max(by: { ($0.lateValues, $1.index) < ($1.lateValues, $0.index) })
    {
      if way.count == longest { way.removeLast() }
      way.append(next)
      last = next
    }
    return way
  }

  private static func standing(
    _ life: Life, before: Life?, next: Life?, _ inner: InnerSignals
  ) -> Leak.Step.Standing {
    if let ending = life.ending { return .ended(ending.kind) }
    if let disposal = life.disposal {
      if disposal.reason == .downstream, let before { return .disposedBecause(before.number) }
      return .disposed(disposal.reason, owner: life.owner)
    }
    guard let next else { return .keeper }
    if before == nil { return .neverEnded }
    guard next.role.kind == .inner else { return .waitingFor(next.number) }
    return .waitingForInner(alive: inner.alive[life.index], of: inner.all[life.index])
  }

  private static func stopSignal(
    _ broken: Break, _ below: Life, _ judgement: Judgement, _ inner: inout InnerSignals
  ) -> Leak.StopSignal? {
    guard let fired = broken.evidence.first as? StopFired else { return nil }
    let facts = judgement.facts
    return Leak.StopSignal(
      stopped: facts.stopOperator(facts.forest.lives[fired.stopped]).number, control: fired.control.number,
      time: fired.time,
      flattening: below.number, endedInner: inner.firstEnded(of: below).map(\.number),
      endedInnerCount: inner.all[below.index] - inner.alive[below.index])
  }
}
