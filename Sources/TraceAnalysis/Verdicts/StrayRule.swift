internal import TraceFormat

extension Facts {
  /// A few values on their way when the end came are normal.
  static let fewestStrays: UInt64 = 4
  /// What was on its way has come after so long, or it was not more than this.
  static let grace: UInt64 = 20_000_000
  static let mostOnTheirWay: UInt64 = 16
  /// One that was slow to end among so many does not speak against their closure.
  private static let endedForEachSlow = 4

  /// Values come to a subscriber that is gone, and nothing that was recorded sends them: work behind a closure that the
  /// disposable it returned does not stop.
  func strayBreaks() -> [Break] {
    guard forest.totals.dropped > 0 else { return [] }
    let found = forest.lives.indices.filter(sendsOn)
    let slow = Set(found.filter(isOverAtLast))
    var counts: [Int: (ended: Int, found: Int)] = [:]
    for index in found { counts[forest.lives[index].entryIndex, default: (0, 0)].found += 1 }
    if !slow.isEmpty {
      for life in forest.lives where !life.isAlive { counts[life.entryIndex]?.ended += 1 }
    }
    return found.compactMap { index in
      let life = forest.lives[index]
      guard let rare = life.rare.first, let count = counts[life.entryIndex] else { return nil }
      // Nearly all others of its line ended at once: this one had no time to.
      if slow.contains(index), count.found * Self.endedForEachSlow <= count.ended { return nil }
      return Break(
        reason: .workBehind, confidence: .likely, top: index,
        evidence: [
          .straysAfterEnd(index, values: rare.strays, last: rare.lastStrayAt)
        ],
        site: life.site, hint: .stopWork(site: life.site))
    }
  }

  private func sendsOn(_ index: LifeIndex) -> Bool {
    let life = forest.lives[index]
    guard !life.isAlive, let rare = life.rare.first, rare.strays >= Self.fewestStrays,
      let ended = life.endedAt
    else {
      return false
    }
    return (rare.strays > Self.mostOnTheirWay || rare.lastStrayAt - min(ended, rare.lastStrayAt) > Self.grace)
      && life.traits.contains(.subscribesInUserCode) && doubt(index) == nil
      && !life.upstreams.contains { $0.isAlive || $0.droppedDownstream > 0 }
  }

  /// Nothing has come for longer than values came too late.
  private func isOverAtLast(_ index: LifeIndex) -> Bool {
    let life = forest.lives[index]
    guard let rare = life.rare.first, let ended = life.endedAt else { return false }
    return forest.ended - min(forest.ended, rare.lastStrayAt) > rare.lastStrayAt
      - min(ended, rare.lastStrayAt)
  }
}
