package import TraceFormat

/// Subscriptions have ended, and their memory stays: something holds them, a closure in a cycle for one.
///
/// An upstream holds its downstream. So the program holds on at the place of each tree that is furthest
/// upstream, and everything downstream stays with it.
package struct NeverReleased: Finding {
  package static let check = "never-released"

  package static let description = RuleDescription(
    ofCheck: check, title: "ended, still in memory",
    claim: """
      Subscriptions have ended, and their memory stays: something holds them, a closure in a cycle for \
      one.
      """,
    needs: """
      A subscription that ended, longer ago than the settle time, and was not seen to go from memory.
      A recording that tells of memory, and has lost nothing.
      It asks for a change if there are several of a call site, and more than went as they should.
      """,
    excuses: """
      A subscription that a living one upstream of it holds: that is the leak's matter.
      The rest of its tree: each tree is told once, at its `subscribe` call.
      """,
    faulty: .text(
      """
      An object holds the closure of each subscription that it ever made, and every one of them has \
      ended.
      """),
    healthy: .program(
      "Healthy/CompletedInBag",
      "All that a bag was given has ended by itself, and the bag lets go of it in time."))

  /// Of the `subscribe` call.
  package let site: Site
  package let name: String
  package let lives: [Int]
  /// The place where the program holds on to something that it was given, if it is not the `subscribe` call
  /// itself.
  package let holder: Site?
  /// Of the same `subscribe` call, and gone from memory as they should.
  package let released: Int

  /// The lives that have ended, and were not seen to go from memory.
  private static func stayed(_ forest: Forest) -> LifeScan {
    forest.livesFlagged(any: [.completed, .failed, .disposed], none: .released)
  }

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [NeverReleased] {
    // Without any `released` the recording does not say; with losses, one may be missing.
    guard forest.totals.released > 0, forest.lostRanges.isEmpty,
      stayed(forest).contains(where: { _ in true })
    else { return [] }
    // A living upstream holds an ended subscription: that is the leak's matter.
    var isFed = LifeMap(false, count: forest.lives.count)
    // For each life that has ended and stays: the furthest upstream that has ended and stays, too.
    var holder = LifeMap(LifeLink.none, count: forest.lives.count)
    for index in forest.topDown.reversed() {
      let life = forest.lives[index]
      let stays = life.endedAt != nil && life.releasedAt == nil
      if stays, holder[index] == .none { holder[index] = LifeLink(index) }
      guard let downstream = life.downstream?.index else { continue }
      if isFed[index] || life.isAlive { isFed[downstream] = true }
      if stays { holder[downstream] = holder[index] }
    }
    func stays(_ life: Life) -> Bool {
      guard let ended = life.endedAt, life.releasedAt == nil, !isFed[life.index] else { return false }
      return forest.ended - min(forest.ended, ended) >= verdicts.settle
    }
    let tops = forest.livesBySite(stayed(forest)) { life in
      // Told once a tree: where nothing further downstream stays for the same reason.
      stays(life) && !(life.downstream.map(stays) ?? false)
    }
    guard !tops.isEmpty else { return [] }
    var released = [Int](repeating: 0, count: forest.siteCount)
    for life in forest.livesFlagged(any: .released) { released[life.entryIndex] += 1 }
    return tops.map { lives in
      let entry = lives[0].entry
      let held = holder[lives[0].index].index.map { forest.lives[$0] } ?? lives[0]
      return NeverReleased(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        holder: held.entry === entry ? nil : held.site,
        released: released[entry.index])
    }
  }

  /// One may be kept for a while by the code that subscribed it. More, while few others go, is a pattern.
  package var isTrouble: Bool { lives.count > 1 && lives.count > released }

  package var otherSite: Site? { holder?.asSecond(to: site) }

  package var sentence: Sentence {
    let what: Sentence =
      lives.count == 1
      ? "it has ended, and is still in memory" : "\(count: lives.count) have ended, and are still in memory"
    guard let holder else { return what }
    return what + ", held where \(site: holder) was subscribed"
  }

  package static func summary(_ findings: [NeverReleased]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "ended subscription") still in memory"
  }
}
