internal import TraceFormat

/// How one broken place is told: the way from the root to the keeper, and what would repair it.
struct LeakDescription: Sendable {
  /// A longer way is told with its middle left out.
  private static let longestWay = 128
  private static let shortWay = 4

  private(set) var path: [Leak.Step] = []
  private(set) var brokenLink: Int?
  private(set) var stopSignal: Leak.StopSignal?

  init(_ judge: Judge, _ broken: Break, _ inner: inout InnerSignals, isFull: Bool) {
    let longest = isFull ? Self.longestWay : Self.shortWay
    let lives = judge.forest.lives
    let below = broken.downstream.map { lives[$0] }
    let fromRoot = Self.wayFromRoot(to: broken.top, judge, longest)
    let way = fromRoot + Self.wayToKeeper(from: broken.top, judge, longest)
    path = way.indices.map { position in
      let next = position + 1 < way.count ? way[position + 1] : nil
      let standing = Self.standing(
        way[position], before: position > 0 ? way[position - 1] : nil, next: next, inner)
      return Leak.Step(life: way[position].number, standing: standing)
    }
    brokenLink = below == nil ? nil : fromRoot.count - 2
    if broken.reason.isOfStop { stopSignal = below.flatMap { Self.stopSignal(broken, $0, judge, &inner) } }
  }

  /// From the root to `index`, both included.
  private static func wayFromRoot(to index: Int, _ judge: Judge, _ longest: Int) -> [Life] {
    let lives = judge.forest.lives
    var way = [lives[index]]
    while let downstream = way[way.count - 1].downstream, way.count < longest {
      way.append(lives[downstream - 1])
    }
    let root = judge.roots[index]
    if way[way.count - 1].number != root + 1 { way.append(lives[root]) }
    return way.reversed()
  }

  /// What keeps `index` alive, up to a source. Where several do, the one with the most late values.
  private static func wayToKeeper(from index: Int, _ judge: Judge, _ longest: Int) -> [Life] {
    let lives = judge.forest.lives
    var way: [Life] = []
    var last = lives[index]
    while let next = last.upstreams.lazy.map({ lives[$0 - 1] })
      .filter({ $0.isAlive && $0.carriesData && judge.claims[$0.number - 1] != nil })
      .max(by: { ($0.lateValues, $1.number) < ($1.lateValues, $0.number) })
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
    return .waitingForInner(alive: inner.alive[life.number - 1], of: inner.all[life.number - 1])
  }

  private static func stopSignal(
    _ broken: Break, _ below: Life, _ judge: Judge, _ inner: inout InnerSignals
  ) -> Leak.StopSignal? {
    guard case .stopFired(let number, let control, let time)? = broken.evidence.first,
      let stopped = judge.forest[number]
    else { return nil }
    let index = below.number - 1
    return Leak.StopSignal(
      stopped: judge.stopOperator(stopped).number, control: control, time: time, flattening: below.number,
      endedInner: inner.firstEnded(of: index, judge.forest),
      endedInnerCount: inner.all[index] - inner.alive[index])
  }
}
