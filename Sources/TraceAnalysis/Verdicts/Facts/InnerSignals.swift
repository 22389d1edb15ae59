internal import TraceFormat

/// The inner signals of flattening operators, counted once for all leaks.
struct InnerSignals: Sendable {
  private static let shown = 3

  private(set) var all: LifeMap<Int>
  private(set) var alive: LifeMap<Int>
  private var firstEnded: [LifeIndex: [Life]] = [:]

  init(_ forest: Forest) {
    all = LifeMap(0, count: forest.lives.count)
    alive = all
    for life in forest.livesInRole(.inner) {
      guard let downstream = life.downstream?.index else { continue }
      all[downstream] += 1
      if life.isAlive { alive[downstream] += 1 }
    }
  }

  /// The first few that have ended.
  mutating func firstEnded(of life: Life) -> [Life] {
    if let known = firstEnded[life.index] { return known }
    let ended = Array(
      life.upstreams.lazy.filter { $0.role.kind == .inner && !$0.isAlive }.prefix(Self.shown))
    firstEnded[life.index] = ended
    return ended
  }
}
