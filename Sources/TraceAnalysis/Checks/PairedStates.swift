package import TraceFormat

/// `zip` of states: each value waits for the other state to change as often, which it never does.
///
/// A state is a source that gives its current value to each subscriber, such as a `BehaviorSubject`. The
/// newest values of states belong together, and not the third ones. As Rx: `combineLatest`.
package struct PairedStates: Finding {
  package static let check = "paired-states"
  private static let few: UInt64 = 3
  private static let factor: UInt64 = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "pairs states by their count",
    claim: """
      An operator pairs the values of states one by one: the values of one state wait until another one \
      has changed as often.
      """,
    needs: """
      A `zip` of subjects or properties that each give a value to every subscriber as it comes. Nothing \
      but operators such as `map` is between.
      One of them is several values ahead, and has sent twice as many.
      It has lasted longer than the settle time. Values are recorded.
      """,
    excuses: """
      A subject that sends events, and has no value for a subscriber that comes.
      A replay without a limit: it may hold a history that is meant to be paired.
      An operator that leaves out or gathers values between the state and the `zip`.
      A line of which `silent-input` tells.
      """,
    thresholds: [
      .count("fewest values ahead", few, "One or two may be about to get their partners."),
      .times("least lead", factor, "States that change together keep step."),
    ],
    faulty: .program(
      "Field/Faulty/BasketTotals",
      "Each quantity of a basket waits for a currency of its own, so the total stays as it was."),
    healthy: .program(
      "Healthy/RequestsAndAnswers",
      "Requests and answers are events. Each request waits for its answer."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// The states that are furthest ahead and furthest behind, and how many values came of each.
  package let ahead: Site
  package let sent: UInt64
  package let behind: Site
  package let sentBehind: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [PairedStates] {
    guard forest.totals.next > 0 else { return [] }
    let found = forest.livesBySite(
      forest.livesOfSites(where: { $0.isSuperset(of: [.gathers, .buffers]) && !$0.contains(.stops) })
    ) { $0.ending == nil && !$0.wasAliveBefore }
    .compactMap { lives -> PairedStates? in
      let found = lives.compactMap { Self($0, forest, verdicts.settle) }
      guard var worst = found.max(by: { $0.waiting < $1.waiting }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
    guard !found.isEmpty else { return [] }
    let told = Set(SilentInput.find(in: forest, verdicts).flatMap(\.lives))
    return found.filter { !told.isSuperset(of: $0.lives) }
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    let inputs = Array(life.upstreams)
    guard inputs.count > 1, inputs.allSatisfy({ $0.role.kind == .source && $0.ending == nil }),
      forest.duration(of: life) > settle
    else { return nil }
    let states = inputs.compactMap { forest.unfilteredOrigin(of: $0) }
    guard states.count == inputs.count,
      states.allSatisfy({ forest.greets($0) && !$0.traits.contains(.buffers) }),
      // Each input is subscribed to when the one before it has greeted.
      states.indices.dropLast().allSatisfy({
        (states[$0].firstValueAt ?? .max) <= inputs[$0 + 1].subscribedAt
      }),
      let ahead = states.max(by: { $0.values < $1.values }),
      let behind = states.min(by: { $0.values < $1.values }),
      ahead.values >= behind.values + Self.few, ahead.values / Self.factor >= behind.values
    else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    self.ahead = ahead.site
    sent = ahead.values
    self.behind = behind.site
    sentBehind = behind.values
  }

  /// How many values have no partner.
  package var waiting: UInt64 { sent - sentBehind }

  package var sentence: Sentence {
    "pairs the values of states one by one: \(count: sent) of \(site: ahead), \(count: sentBehind) of \(site: behind); \(waiting, "value") \(words: waiting == 1 ? "waits" : "wait") for a partner"
  }

  package static func summary(_ findings: [PairedStates]) -> Sentence {
    "\(findings.count, "operator") that \(words: findings.count == 1 ? "pairs" : "pair") states by their count"
  }
}
