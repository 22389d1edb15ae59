package import TraceFormat

/// An operator has begun its source anew after a failure, and the source is dead: the first attempt has used
/// it up.
///
/// The stream of a consumer, which is closed as the first attempt goes. `deferred` makes one for each
/// attempt.
package struct SilentRetry: Finding {
  package static let check = "silent-retry"
  private static let few: UInt64 = 8

  package static let description = RuleDescription(
    ofCheck: check, title: "retries a source that is used up",
    claim: """
      An operator has begun its source anew, and hears nothing from it: the attempt before has used up the \
      source.
      """,
    needs: """
      An operator that begins again, such as `retry`. An attempt sent values and ended, and the newest one \
      began the same signal of a closure once more.
      The newest attempt has sent nothing for longer than the settle time. Values came to its closure all \
      the same: in the attempt before most of these came out, and now none does.
      Or nobody can send to the newest attempt any more: its closure has let go of the subscriber. \
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A signal that `deferred` makes anew for each attempt.
      A closure to which little has come since.
      A line of which one attempt after another had values.
      """,
    thresholds: [
      .count(
        "fewest values that came to the closure", Int(few), "Fewer may not have been for this subscriber.")
    ],
    faulty: .program(
      "Field/Faulty/ReceiverAfterRetry",
      "The first failure closes the consumer. `retry` subscribes to its stream again, and hears nothing."),
    healthy: .program(
      "Healthy/BeaconHeardAgain",
      "A radio is subscribed to again after a failure, and its closure passes on all that is meant for it."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  private let source: Site
  private let attempt: Attempt

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [SilentRetry] {
    // With losses, the missing value may be a lost one.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.contains(.restarts) })) { !$0.wasAliveBefore }
      .compactMap { lives in
        guard !lives.contains(where: { Attempt.hadSeveral($0) }) else { return nil }
        let found = lives.compactMap { life in
          Attempt(newestOf: life, atLeast: few, forest, verdicts.settle).map { (life: life, attempt: $0) }
        }
        guard let first = found.first else { return nil }
        return SilentRetry(
          site: first.life.site, name: first.life.name, lives: found.map(\.life.number),
          source: first.attempt.source.site, attempt: first.attempt)
      }
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    let begun: Sentence =
      "began \(site: source) again at \(moment: attempt.source.subscribedAt), and had nothing from it since: "
    guard attempt.isAbandoned else {
      return begun
        + "\(attempt.inputs, "value") came to that closure, and none came out; in the attempt before \(count: attempt.before.values) of \(count: attempt.inputsBefore) did"
    }
    return begun
      + "nobody can send to it any more; the attempt before had \(attempt.before.values, "value")"
  }

  package static func summary(_ findings: [SilentRetry]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "operator") that began a used source again"
  }
}

/// The newest attempt of an operator, if it hears nothing of a signal that the one before had values of.
private struct Attempt {
  /// The source of the newest attempt, and of the one before.
  let source: Life
  let before: Life
  /// How many values came to their closures.
  let inputs: UInt64
  let inputsBefore: UInt64
  /// Nobody can send to the source any more.
  let isAbandoned: Bool

  init?(newestOf life: Life, atLeast few: UInt64, _ forest: Forest, _ settle: UInt64) {
    let attempts = life.upstreams.filter { $0.role.kind == .source }
    guard attempts.count > 1, let last = attempts.last, !last.hasEnding, last.values == 0,
      attempts[attempts.count - 2].hasEnding
    else { return nil }
    let source = forest.origin(of: last)
    let before = forest.origin(of: attempts[attempts.count - 2])
    guard source.traits.isSuperset(of: [.source, .subscribesInUserCode]), source.values == 0,
      !source.hasEnding, before.values > 0, source.firstOfSignal == before.firstOfSignal,
      forest.duration(of: source) > settle
    else { return nil }
    self.source = source
    self.before = before
    inputs = source.valuesOfInputs
    inputsBefore = before.valuesOfInputs
    let end = source.endedAt ?? forest.lastSeen
    isAbandoned = forest.abandoned[source.id.rawValue].map { end - min(end, $0.time) > settle } ?? false
    guard isAbandoned || inputs >= few && inputsBefore > 0 && before.values * 2 >= inputsBefore else {
      return nil
    }
  }

  /// Whether an operator had values from several of its attempts.
  static func hadSeveral(_ life: Life) -> Bool {
    life.upstreams.lazy.filter { $0.role.kind == .source && $0.values > 0 }.prefix(2).count == 2
  }
}

extension Forest {
  /// The source of an attempt, as far as one way leads there.
  fileprivate func origin(of attempt: Life) -> Life {
    var life = attempt
    while life.upstreams.count == 1, let above = life.firstSource { life = above }
    return life
  }
}

extension Life {
  /// How many values the busiest of the signals sent that its closure is subscribed to.
  fileprivate var valuesOfInputs: UInt64 {
    upstreams.isEmpty ? 0 : upperEnds(steps: 64, width: 16) { _ in true }.map(\.values).max() ?? 0
  }
}
