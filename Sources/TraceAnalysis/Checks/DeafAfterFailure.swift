package import TraceFormat

/// A failure has ended the last subscription to a subject, which the program goes on sending to.
///
/// The error of one request ends the stream of all requests: it is caught below the operator that flattens,
/// not within it.
package struct DeafAfterFailure: Finding {
  package static let check = "deaf-after-failure"
  private static let few: UInt64 = 2
  fileprivate static let fewHeard: UInt64 = 3
  fileprivate static let fewServed = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "deaf since a failure",
    claim: """
      A failure ended the last subscription of its line to a subject or relay. Values have come since \
      then, and that line hears none of them.
      """,
    needs: """
      A subject or relay whose last subscriber was disposed because an operator below it failed.
      Nobody has joined it since, and the line that failed was not begun again.
      If an operator caught the failure, that operator is over as well.
      Several values were sent to it without a subscriber, one of them later than the settle time.
      Or a flattening operator failed with one of its signals, after others had been served. Its line is \
      over for good, and others of its subject have heard several values since. Nothing was lost.
      """,
    excuses: """
      A subscriber that left since it was disposed: a screen that is hidden need not hear a gauge.
      A chain that goes on: with another signal, or as it waits for its next attempt.
      A subject that keeps all its values, or has ended itself.
      """,
    thresholds: [
      .count("fewest unheard values", Int(few), "One may have been on its way."),
      .count("fewest values to others", Int(fewHeard), "The failure may be the end that was meant."),
      .count("fewest served", fewServed, "Where the first one fails there was no stream yet."),
    ],
    faulty: .program(
      "Field/Faulty/FailedSignIns",
      "The first refused sign-in ends the stream of all taps, and later taps are heard by nobody."),
    healthy: .program(
      "Healthy/SupervisorRestarts",
      "A child that fails is started again, and hears the next tick."))

  package let site: Site
  package let name: String
  package let otherSite: Site?
  /// The operators at `site`.
  package let lives: [Int]
  /// The operator that failed, and when.
  package let failed: Site
  package let failedAt: UInt64
  /// Where the failure came from.
  package let origin: Site
  package let source: Site
  /// At least so many values came since, and whether others heard them.
  package let count: UInt64
  private let isHeard: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [DeafAfterFailure] {
    // With losses, a subscriber may be what is missing.
    guard forest.lostRanges.isEmpty, forest.totals.next > 0 || !forest.unheard.isEmpty else { return [] }
    var found: [Failure] = []
    for source in forest.hotSources where forest.unheard[source.id] != nil {
      if let failure = Failure(of: source, forest, verdicts.settle) { found.append(failure) }
    }
    let told = Set(found.map(\.failed.index))
    for life in forest.livesOfSites(where: { $0.contains(.flattens) })
    where life.hasFailed && !told.contains(life.index) {
      if let failure = Failure(ofOne: life, forest, verdicts.settle) { found.append(failure) }
    }
    var places: [Int: Int] = [:]
    var groups: [[Failure]] = []
    for failure in found.sorted(by: { $0.place.index < $1.place.index }) {
      if let group = places[failure.place.entryIndex] {
        groups[group].append(failure)
      } else {
        places[failure.place.entryIndex] = groups.count
        groups.append([failure])
      }
    }
    return groups.map { DeafAfterFailure($0) }
  }

  /// Of one call site.
  private init(_ failures: [Failure]) {
    let first = failures[0]
    site = first.place.site
    name = first.place.name
    otherSite = first.other?.site
    lives = failures.map(\.place.number)
    failed = first.failed.site
    failedAt = first.failed.end.time
    origin = first.origin.site
    source = first.member.site
    count = failures.reduce(0) { $0 &+ $1.count }
    isHeard = first.isHeard
  }

  package var sentence: Sentence {
    let what: Sentence =
      failed == site
      ? "failed at \(moment: failedAt)"
      : "ended with its other signal after \(site: failed) had failed at \(moment: failedAt)"
    let whose: Sentence = origin == failed ? "" : " with the error of \(site: origin)"
    let came: Sentence = "; since then at least \(count, "value") of \(site: source) came"
    return what + whose + came + (isHeard ? " to others" : ", and nobody heard them")
  }

  package static func summary(_ findings: [DeafAfterFailure]) -> Sentence {
    "at least \(findings.reduce(0) { $0 &+ $1.count }, "value") that nobody hears since a failure"
  }

  fileprivate static func isEnough(_ unheard: Unheard) -> Bool { unheard.count >= few && !unheard.hasEnded }
}

/// The failure that took a subject its last subscriber.
private struct Failure {
  /// The last subscriber.
  let member: Life
  /// The operator below it that failed first.
  let failed: Life
  /// Where to look, and what else has to do with it.
  let place: Life
  let other: Life?
  let origin: Life
  let count: UInt64
  let isHeard: Bool

  init?(of source: HotSource, _ forest: Forest, _ settle: UInt64) {
    guard let unheard = source.unheard(in: forest), DeafAfterFailure.isEnough(unheard) else { return nil }
    var last: (member: Life, end: UInt64)?
    for index in source.members {
      let member = forest.lives[index]
      guard let end = member.endedAt else { return nil }
      if end >= last?.end ?? 0 { last = (member, end) }
    }
    guard let (member, end) = last, !member.hasEnding, !member.traits.contains(.buffers), end < unheard.since,
      unheard.last - end > settle
    else { return nil }
    let way = member.pathToRoot.dropFirst()
    guard let failed = way.first(where: { $0.hasFailed && $0.end.time <= end }) else { return nil }
    self.init(failed, of: member, count: unheard.count, isHeard: false, forest)
  }

  /// A flattening operator that a failed signal of its own has ended, after others were served. Others of its
  /// subject hear on.
  init?(ofOne flattening: Life, _ forest: Forest, _ settle: UInt64) {
    guard let source = flattening.firstSource, let member = forest.hotOrigin(of: source), !member.hasEnding,
      let end = member.endedAt, forest.lastSeen - min(forest.lastSeen, end) > settle
    else { return nil }
    let inners = flattening.upstreams.filter { $0.role.kind == .inner }
    let count = forest.valuesHeardSinceEnd(of: member)
    guard count >= DeafAfterFailure.fewHeard, inners.contains(where: \.hasFailed),
      inners.count(where: { $0.hasEnding && !$0.hasFailed }) >= DeafAfterFailure.fewServed,
      flattening.isWithoutLikes(in: forest)
    else { return nil }
    self.init(flattening, of: member, count: count, isHeard: true, forest)
  }

  private init?(_ failed: Life, of member: Life, count: UInt64, isHeard: Bool, _ forest: Forest) {
    let catcher = failed.pathToRoot.first { !$0.hasFailed }
    // The operator that caught the failure goes on with another signal, unless it is over.
    guard catcher?.hasEnding ?? true, !failed.wasBegunAgain(in: forest) else { return nil }
    self.member = member
    self.failed = failed
    let isHandled = catcher?.traits.contains(.restarts) ?? false
    self.place = isHandled ? catcher ?? failed : failed
    other = isHandled ? failed : catcher?.traits.contains(.root) ?? true ? nil : catcher
    origin = failed.originOfFailure
    self.count = count
    self.isHeard = isHeard
  }
}

extension Life {
  /// Whether its line was begun again after it had failed.
  fileprivate func wasBegunAgain(in forest: Forest) -> Bool {
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    isMeant[entryIndex] = true
    return LifeScan(table, .sites(isMeant)).contains { $0.subscribedAt > end.time }
  }

  /// Whether each other one of its line has failed as well: none of them serves somebody else.
  fileprivate func isWithoutLikes(in forest: Forest) -> Bool {
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    isMeant[entryIndex] = true
    return LifeScan(table, .sites(isMeant)).allSatisfy(\.hasFailed)
  }

  /// The highest life above it from which its failure came.
  fileprivate var originOfFailure: Life {
    var life = self
    while let above = life.upstreams.last(where: { $0.hasFailed && $0.end.time <= life.end.time }) {
      life = above
    }
    return life
  }
}
