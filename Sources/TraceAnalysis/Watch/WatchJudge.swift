internal import TraceFormat

/// Claims the lives of a watch for leaks, one kind after the other.
struct WatchJudge {
  typealias Life = LivingWatch.Life

  var trees: WatchedTrees
  /// How many may be about to end.
  private(set) var awaited = 0
  private var watch: LivingWatch { trees.watch }

  /// From this number on, lives that go on are no chance, if other evidence speaks against them.
  private static let fewestAlike = Thresholds.fewestLeft
  /// From this number on, lives are worth a look without other evidence.
  private static let fewestToLookAt = 10
  /// Fewer new ones, in fewer looks, may be a burst.
  private static let fewestBegun = 5
  private static let fewestLooksWithBegun = 4
  /// A line whose oldest is younger than so many watches may begin to end soon.
  private static let oldEnough: UInt64 = 4

  init(_ watch: LivingWatch) { trees = WatchedTrees(watch) }

  /// The subscriptions that outlived their downstream in every look of half the watch at least.
  mutating func outlived(_ minimum: Confidence) -> [WatchedLeak] {
    var groups: [Int: [Life]] = [:]
    for life in trees.lives {
      guard let since = life.aloneSince else { continue }
      let isGuessed = life.seen.role.kind == .nested
      // A handle in a bag is meant to live as long as the bag.
      if isGuessed, life.seen.owner != 0 { continue }
      guard isLong(since, life) else {
        awaited += 1
        continue
      }
      groups[life.seen.site << 1 | (isGuessed ? 1 : 0), default: []].append(life)
    }
    var leaks: [WatchedLeak] = []
    for (key, group) in groups.sorted(by: { $0.key < $1.key }) {
      let line = watch.lines[key >> 1]
      let isGuessed = key & 1 == 1
      let confidence: Confidence = isGuessed || !watch.isWhole ? .possible : .certain
      guard confidence >= minimum,
        !isGuessed || group.count >= Self.fewestAlike && isKept(line.endedAlone, of: group)
      else { continue }
      let below = line.downstream.map { watch.lines[$0].site }
      leaks += trees.claim(
        group, .outlived(isGuessed: isGuessed), confidence, at: below ?? line.site,
        other: below == nil ? nil : line.site
      ) { trees, life in [.gone(below)] + trees.way(up: life) }
    }
    return leaks
  }

  /// The flattening operators that went on without a source in every look of half the watch at least. They
  /// are suspects where others of the line show that the source awaits a stop signal, and that inner signals
  /// begin before it. Else such a line is worth a look.
  mutating func sourceless() -> (suspects: [WatchedLeak], remarks: [WatchedLeak]) {
    let found = trees.unclaimed { life in
      guard let since = life.sourcelessSince else { return false }
      return isLong(since, life) && !trees.endsByItself(life)
    }
    var (suspects, remarks): ([WatchedLeak], [WatchedLeak]) = ([], [])
    for (site, group) in found {
      let line = watch.lines[site]
      // A source without a stop signal has ended by itself: its inner signals are to go on.
      guard !line.hasSource || line.awaitsStop, isKept(line.endedSourceless, of: group) else { continue }
      if let stop = line.stop.map({ watch.lines[$0].site }) {
        guard group.count >= Self.fewestAlike else { continue }
        suspects += trees.claim(group, .sourceless, .possible, at: line.site, other: stop) { trees, life in
          var way = trees.way(up: life)
          way.insert(.endedSource(stop), at: 1)
          return trees.way(down: life) + way
        }
      } else if group.count >= Self.fewestToLookAt {
        var trees = self.trees
        remarks += trees.claim(group, .sourceless, .possible, at: line.site, other: nil) { _, _ in [] }
      }
    }
    return (suspects, remarks)
  }

  /// The call sites of which ever more live, and none was seen to end.
  mutating func growing() -> [WatchedLeak] {
    let old = watch.began.since(clampedProduct(watch.length, Self.oldEnough))
    let grown = trees.unclaimed { _ in true }.filter { site, group in
      let line = watch.lines[site]
      return line.begun >= Self.fewestBegun && line.looksWithBegun >= Self.fewestLooksWithBegun
        && line.ended == 0 && group.contains { $0.seen.began <= old }
    }
    let sites = Set(grown.map { $0.site })
    var leaks: [WatchedLeak] = []
    // Where a tree grows, its root is named.
    for (site, group) in grown where watch.lines[site].downstream.map({ !sites.contains($0) }) ?? true {
      leaks += trees.claim(group, .growing, .possible, at: watch.lines[site].site, other: nil) {
        trees, life in trees.way(up: life)
      }
    }
    return leaks
  }

  /// Whether it has been so in all looks of half the watch, and twice as long as any of its line took to end
  /// after all.
  private func isLong(_ since: UInt64, _ life: Life) -> Bool {
    let longest = watch.lines[life.seen.site].longestAlone
    return watch.ended.since(since) >= max(watch.length / 2, clampedProduct(longest, 2))
  }

  /// Whether so few ended by themselves that the others are of another kind.
  private func isKept(_ ended: Int, of group: [Life]) -> Bool {
    ended == 0 || group.count / Thresholds.manyEnded >= ended
  }

  private func clampedProduct(_ time: UInt64, _ factor: UInt64) -> UInt64 {
    let (product, overflow) = time.multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
