internal import TraceFormat

/// The inner signals of flattening operators, counted once for all leaks.
struct InnerSignals: Sendable {
  private static let shown = 3

  private(set) var all: LifeMap<Int>
  private(set) var alive: LifeMap<Int>
  private var firstEnded: [Int: [Int]] = [:]

  init(_ forest: Forest) {
    all = LifeMap(0, count: forest.lives.count)
    alive = all
    for life in forest.livesInRole(.inner) {
      guard let downstream = life.downstream else { continue }
      all[downstream - 1] += 1
      if life.isAlive { alive[downstream - 1] += 1 }
    }
  }

  /// The numbers of the first few that have ended.
  mutating func firstEnded(of index: Int, _ forest: Forest) -> [Int] {
    if let known = firstEnded[index] { return known }
    let lives = forest.lives
    let ended = lives[index].upstreams.lazy
      .filter { lives[$0 - 1].role.kind == .inner && !lives[$0 - 1].isAlive }
    firstEnded[index] = Array(ended.prefix(Self.shown))
    return firstEnded[index] ?? []
  }
}
