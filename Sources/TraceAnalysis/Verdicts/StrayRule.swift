internal import TraceFormat

extension Judge {
  /// A few values on their way when the end came are normal.
  private static let fewestStrays: UInt64 = 4
  /// What was on its way has come after so long, or it was not more than this.
  private static let grace: UInt64 = 20_000_000
  private static let mostOnTheirWay: UInt64 = 16

  /// Values come to a subscriber that is gone, and nothing that was recorded sends them: work behind a closure that the
  /// disposable it returned does not stop.
  func strayBreaks() -> [Break] {
    forest.lives.indices.compactMap { index in
      let life = forest.lives[index]
      guard let rare = life.rare.first, rare.strays >= Self.fewestStrays, let ended = life.endedAt,
        rare.strays > Self.mostOnTheirWay || rare.lastStrayAt - min(ended, rare.lastStrayAt) > Self.grace,
        life.site.traits.contains(.subscribesInUserCode), doubt(index) == nil,
        !life.upstreams.contains(where: { forest.lives[$0 - 1].isAlive })
      else { return nil }
      return Break(
        reason: .workBehind, confidence: .likely, top: index,
        evidence: [
          .straysAfterEnd(life.number, values: rare.strays, last: rare.lastStrayAt)
        ],
        site: life.site, hint: .stopWork(site: life.site))
    }
  }
}
