internal import TraceFormat

/// The trees of the subscriptions that lived at the last look, and which of them belong to a leak.
struct WatchedTrees {
  typealias Life = LivingWatch.Life

  let watch: LivingWatch
  /// In the order of their numbers.
  let lives: [Life]
  /// The numbers of the living that were made for a subscription's sake.
  private var upstreams: [UInt64: [UInt64]] = [:]
  /// How many of them carry data.
  private var feeders: [UInt64: Int] = [:]
  private var claimed: Set<UInt64> = []

  /// A way has so many steps at most: a table that another process writes may lead in a circle.
  private static let longestWay = 64

  init(_ watch: LivingWatch) {
    self.watch = watch
    lives = watch.lives.values.sorted { $0.seen.id < $1.seen.id }
    for life in lives where life.seen.downstream != 0 {
      upstreams[life.seen.downstream, default: []].append(life.seen.id)
      if life.seen.role.kind != .control { feeders[life.seen.downstream, default: 0] += 1 }
    }
  }

  /// The lives that belong to no leak yet, by call site.
  func unclaimed(_ isAsked: (Life) -> Bool) -> [(site: Int, lives: [Life])] {
    var groups: [Int: [Life]] = [:]
    for life in lives where !claimed.contains(life.seen.id) && isAsked(life) {
      groups[life.seen.site, default: []].append(life)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Takes the lives, and all that live for their sake, for a leak; none where another leak has them all.
  mutating func claim(
    _ group: [Life], _ kind: WatchedLeak.Kind, _ confidence: Confidence, at site: Site, other: Site?,
    path: (Self, Life) -> [WatchedLeak.Step]
  ) -> [WatchedLeak] {
    let group = group.filter { !claimed.contains($0.seen.id) }
    guard let oldest = group.max(by: { age($0) < age($1) }), let youngest = group.map(age).min() else {
      return []
    }
    let before = claimed.count
    for life in group {
      claim(life)
      if kind == .sourceless { climb(from: life) }
    }
    let moments = group.map { since($0, kind) }
    return [
      WatchedLeak(
        kind: kind, confidence: confidence, site: site, other: other, count: group.count,
        members: claimed.count - before, recent: moments.count { $0 > watch.began },
        ended: watch.lines[oldest.seen.site].ended, shortest: watch.ended.since(moments.max() ?? watch.ended),
        ages: youngest...age(oldest), path: path(self, oldest))
    ]
  }

  /// Since when looks found it as the leak says.
  private func since(_ life: Life, _ kind: WatchedLeak.Kind) -> UInt64 {
    switch kind {
    case .outlived: life.aloneSince ?? watch.ended
    case .sourceless: life.sourcelessSince ?? watch.ended
    case .growing: life.firstLook == 1 ? watch.began : watch.ended
    }
  }

  private mutating func claim(_ life: Life) {
    var rest = [life.seen.id]
    while let number = rest.popLast() {
      guard watch.lives[number] != nil, claimed.insert(number).inserted else { continue }
      // A shared connection does not belong to one of its subscribers.
      rest += (upstreams[number] ?? []).filter { watch.lives[$0]?.seen.role.kind != .shared }
    }
  }

  /// Claims the lives towards the root that are alive only because of this one.
  private mutating func climb(from life: Life) {
    for number in downstreams(of: life) {
      guard feeders[number] == 1, claimed.insert(number).inserted else { return }
      for control in upstreams[number] ?? [] { watch.lives[control].map { claim($0) } }
    }
  }

  /// The rest, by the call sites of roots.
  func open() -> (rows: [WatchVerdicts.Open], subscriptions: Int) {
    var trees: [Int: (count: Int, oldest: UInt64)] = [:]
    var count = 0
    for life in lives where !claimed.contains(life.seen.id) {
      count += 1
      let below = life.seen.downstream
      if below != 0, watch.lives[below] != nil, !claimed.contains(below) { continue }
      let known = trees[life.seen.site] ?? (0, 0)
      trees[life.seen.site] = (known.count + 1, max(known.oldest, age(life)))
    }
    let rows = trees.map { site, tree in
      let line = watch.lines[site]
      return WatchVerdicts.Open(
        site: line.site, trees: tree.count, begun: line.begun, ended: line.ended, oldest: tree.oldest)
    }
    let sorted = rows.sorted { left, right in
      if left.trees != right.trees { return left.trees > right.trees }
      return (left.site.file, left.site.line, left.site.operatorName)
        < (right.site.file, right.site.line, right.site.operatorName)
    }
    return (sorted, count)
  }

  /// The numbers of the living from its downstream to its root.
  private func downstreams(of life: Life) -> [UInt64] {
    var numbers: [UInt64] = []
    var next = life.seen.downstream
    while next != 0, let below = watch.lives[next], numbers.count < Self.longestWay {
      numbers.append(next)
      next = below.seen.downstream
    }
    return numbers
  }

  /// From its root to its downstream.
  func way(down life: Life) -> [WatchedLeak.Step] {
    downstreams(of: life).reversed().compactMap { watch.lives[$0].map(step) }
  }

  /// From it to a source, along the first upstream that carries data.
  func way(up life: Life) -> [WatchedLeak.Step] { ways(up: life).map(step) }

  private func ways(up life: Life) -> [Life] {
    var found = [life]
    while let last = found.last, found.count < Self.longestWay {
      let above = (upstreams[last.seen.id] ?? []).lazy.compactMap { watch.lives[$0] }
      guard let next = above.first(where: { $0.seen.role.kind != .control }) else { break }
      found.append(next)
    }
    return found
  }

  /// Whether its last source always ends by itself.
  func endsByItself(_ life: Life) -> Bool {
    ways(up: life).last.map { watch.traits(of: $0.seen).contains(.ends) } ?? false
  }

  private func step(_ life: Life) -> WatchedLeak.Step {
    .alive(watch.lines[life.seen.site].site, age: age(life))
  }

  private func age(_ life: Life) -> UInt64 { watch.ended.since(life.seen.began) }
}
