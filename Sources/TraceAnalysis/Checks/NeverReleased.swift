public import TraceFormat

/// A subscription has ended, and its memory stays: something holds it, a cycle for one.
public struct NeverReleased: Finding {
  public static let check = "never-released"

  public let site: Site
  public let name: String
  public let lives: [Int]

  public static func find(in forest: Forest, _ verdicts: Verdicts) -> [NeverReleased] {
    // Without any `released` the recording does not say; with losses, one may be missing.
    guard forest.totals.released > 0, forest.lost == 0 else { return [] }
    // Who feeds an ended subscription holds it: that is the leak's matter.
    var isFed = [Bool](repeating: false, count: forest.lives.count)
    for index in forest.topDown.reversed() {
      let life = forest.lives[index]
      guard isFed[index] || life.isAlive, let downstream = life.downstream else { continue }
      isFed[downstream - 1] = true
    }
    return forest.livesBySite { life in
      guard let ended = life.endedAt, life.releasedAt == nil, !isFed[life.number - 1] else { return false }
      return forest.ended - min(forest.ended, ended) >= verdicts.settle
    }
    .map { NeverReleased(site: $0[0].site, name: $0[0].name, lives: $0.map(\.number)) }
  }

  public var sentence: Sentence {
    lives.count == 1
      ? "it has ended, and is still in memory"
      : "\(count: lives.count) have ended, and are still in memory"
  }

  public static func summary(_ findings: [NeverReleased]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "ended subscription") still in memory"
  }
}
