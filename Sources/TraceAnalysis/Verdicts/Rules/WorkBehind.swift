package import TraceFormat

/// A closure's work goes on when its subscriber is gone.
enum WorkBehind: Rule {
  static let description = RuleDescription(
    of: .workBehind, title: "sends on after its disposal",
    claim: """
      A subscriber of a closure is gone, and values still come to it from work that no recording shows: \
      a timer, a thread, a callback.
      """,
    needs: """
      An ended subscription to a closure that may begin work, such as the one of `create`.
      Values that came to it afterwards and were dropped, which no recorded subscription sent.
      More of them than may have been on their way, or one that came long after the end.
      """,
    excuses: """
      A subscription behind it that is alive, or whose values were dropped: the blame is there.
      One that was slow to end, where nearly all others of its line ended at once: nothing has come for \
      longer than values came too late.
      """,
    thresholds: [
      .count("fewest values", Facts.fewestStrays, "A few on their way as the end came are normal."),
      .count(
        "most values on their way", Facts.mostOnTheirWay, "More than so many were not merely on their way."),
      .duration(
        "grace", Thresholds.onTheWay, "Values that come later than this after the end were not on their way."),
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/BeaconDriver",
      "`create` schedules a poll every few milliseconds and returns a disposable that does not cancel it."),
    healthy: .program(
      "Healthy/TokensOnTheirWay",
      """
      A thread looks whether it was cancelled before each value. One value is on its way as the end \
      comes.
      """))

  static let reason = Leak.Reason.workBehind
  static let searches: [Search] = [.strayValues]
}

extension Leak.Reason {
  /// A subscriber is gone; work behind it that is not recorded sends on.
  public static let workBehind = Leak.Reason("workBehind", .ofWholeChain)
}

/// Values came to a dead subscriber, and nothing that was recorded feeds it.
struct StraysAfterEnd: Evidence {
  let life: LifeIndex
  let values: UInt64
  let last: UInt64

  var sentence: Sentence? {
    "\(values, "value") came to \(life: life) after its end, the last at \(moment: last), and nothing that was recorded sent \(words: values == 1 ? "it" : "them")"
  }

  var figures: [Figure] {
    [.life("subscriber", life), .count("values after its end", values), .moment("last at", last)]
  }
}

extension Leak.Hint {
  /// Stop the work that sends, by the disposable that `create` at `site` returns.
  package static func stopWork(site: Site) -> Leak.Hint {
    Leak.Hint("stopWork", site) {
      "At \($0.place) return a disposable that stops the work that sends."
    }
  }
}

extension Search {
  /// Values for a subscriber that is gone, whose sender is not recorded.
  static let strayValues = Search("strayValues", yieldsTo: [.brokenLinks]) { facts, _ in
    SearchResult(facts.strayBreaks())
  }
}

extension Facts {
  /// A few values on their way when the end came are normal.
  static let fewestStrays: UInt64 = 4
  /// More than so many were not on their way.
  static let mostOnTheirWay: UInt64 = 16
  /// One that was slow to end among so many does not speak against their closure.
  private static let endedForEachSlow = 4

  /// Values come to a subscriber that is gone, and nothing on record sends them. So a closure has begun work
  /// that its disposable does not stop.
  fileprivate func strayBreaks() -> [Break] {
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
          StraysAfterEnd(life: index, values: rare.strays, last: rare.lastStrayAt)
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
    let span = rare.lastStrayAt - min(ended, rare.lastStrayAt)
    return (rare.strays > Self.mostOnTheirWay || span > Thresholds.onTheWay)
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
