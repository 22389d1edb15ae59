package import TraceFormat

/// An operator that subscribes to its source again and again and gets nowhere: no attempt sends a value, or
/// all are over at once, or they come ever faster.
package struct Restarting: Finding {
  package enum Manner: Sendable, Hashable {
    /// The number of attempts in a row that failed without a value.
    case failing(Int)
    /// The number of attempts in a row that failed, each after `values` values. The source accepts the
    /// subscription and then ends it.
    case dropping(Int, values: UInt64)
    /// The number of replacements of a failed signal that have failed as well, each within the one before.
    case replacing(Int)
    /// Almost every attempt is over at once, and has sent nothing: a processor does nothing else.
    case spinning
    /// The distances become shorter: the first and the last ones, in nanoseconds.
    case hurrying(from: UInt64, to: UInt64)
  }

  package static let check = "restarting"
  private static let fewFailures = 10
  private static let fewPausedFailures = 20
  private static let many = 100
  /// No program wants so many failures in a row, without a value, one right after the other, even if an
  /// attempt succeeds at last.
  private static let manyAtOnce = 50
  private static let hurry: UInt64 = 5_000_000
  /// Attempts that are further apart than this, in nanoseconds, show patience.
  private static let patience: UInt64 = 200_000_000
  private static let spin: UInt64 = 2_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "begins again without end",
    claim: "An operator subscribes to its source again and again and gets nowhere.",
    needs: """
      Attempts of one operator, one after the other: they fail in a row without a value, or each after \
      the same number of values, or they are over at once without a value, or they come ever faster.
      Or replacements of a failed signal that fail as well, each within the one before.
      """,
    excuses: """
      Attempts that run beside each other.
      Short of very many failures in a row: an operator that has ended, a newest attempt that sends \
      something or rests, growing pauses, and attempts far apart.
      The same number of values each time, with a pause between the attempts.
      """,
    thresholds: [
      .count("failures in a row", fewFailures, "At the end, without a value and without a pause."),
      .count(
        "failures in a row, with pauses", fewPausedFailures,
        "A pause is a sign of thought, so more are needed."),
      .count(
        "failures at any time", manyAtOnce,
        "So many in a row, so fast, are too many even if an attempt succeeds at last."),
      .count("attempts that are over at once", many, "Nearly all of them without a value."),
      .duration("patience", patience, "Attempts that are further apart show patience."),
      .duration("pause", Thresholds.atOnce, "A shorter one is none that somebody meant."),
    ],
    faulty: .program(
      "Faulty/retry-storm/HammeredServer",
      "A server that refuses at once is asked again at once, more than a thousand times."),
    healthy: .program(
      "Healthy/BackOffAndSucceed",
      "A server that is down at first is asked again after ever longer waits, and answers in the end."))

  package let site: Site
  package let name: String
  /// The operator's subscriptions.
  package let lives: [Int]
  /// Of the subscription that began again most often: how often, in how much time, and so how often a second.
  package let attempts: Int
  package let time: UInt64
  package let ratePerSecond: UInt64
  package let manner: Manner
  /// There is a pause between the end of an attempt and the next one.
  package let pauses: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Restarting] {
    forest.livesBySite(forest.livesOfSites(where: { $0.contains(.restarts) })) {
      $0.upstreams.count >= fewFailures
    }
    .compactMap { lives in
      let judged = lives.compactMap { life in
        Attempts(of: life, in: forest).flatMap { attempts in
          manner(of: attempts).map { (attempts: attempts, manner: $0) }
        }
      }
      guard let worst = judged.max(by: { $0.attempts.count < $1.attempts.count }) else { return nil }
      return Restarting(worst.attempts, worst.manner, lives: judged.map(\.attempts.life.number))
    } + FailoverChain.find(in: forest, atLeast: many).map(Restarting.init)
  }

  private init(_ worst: Attempts, _ manner: Manner, lives: [Int]) {
    site = worst.life.site
    name = worst.life.name
    self.lives = lives
    attempts = worst.count
    time = worst.time
    ratePerSecond = Attempts.ratePerSecond(worst.count, in: worst.time)
    self.manner = manner
    pauses = worst.gap > Thresholds.atOnce
  }

  private init(_ chain: FailoverChain) {
    site = chain.top.site
    name = chain.top.name
    lives = chain.lives
    attempts = chain.count
    time = chain.time
    ratePerSecond = Attempts.ratePerSecond(chain.count, in: chain.time)
    manner = .replacing(chain.count)
    pauses = false
  }

  private static func manner(of attempts: Attempts) -> Manner? {
    if attempts.storm >= many || attempts.storm >= manyAtOnce && attempts.period < hurry {
      return .failing(attempts.storm)
    }
    let pauses = attempts.gap > Thresholds.atOnce
    let like = attempts.likeStorm
    if like.count >= many, !pauses, attempts.period < spin {
      return .dropping(like.count, values: like.values)
    }
    // An operator that has given up, or has got somewhere, does not go on without end.
    if attempts.life.ending != nil || attempts.hasArrived || pauses && attempts.isBackingOff { return nil }
    if let (first, last) = attempts.hurry { return .hurrying(from: first, to: last) }
    let few = pauses ? fewPausedFailures : fewFailures
    if attempts.failures >= few, attempts.period < patience { return .failing(attempts.failures) }
    let isEmpty = attempts.empty * 10 >= attempts.count * 9
    if attempts.count >= many, isEmpty, attempts.period < spin, !pauses { return .spinning }
    return nil
  }

  package var sentence: Sentence {
    let rate: Sentence = "\(count: ratePerSecond) a second"
    switch manner {
    case .failing(let failures):
      let last: Sentence = failures == attempts ? "" : ", \(count: failures) in a row without a value"
      let none: Sentence = failures == attempts ? ", never with a value" : ""
      let what: Sentence = pauses ? "fails and begins again" : "fails and begins again at once"
      return what + ": \(count: attempts) times in \(duration: time), \(rate)" + none + last
    case .dropping(let failures, let values):
      let all: Sentence = failures == attempts ? "" : ", \(count: failures) in a row"
      return
        "fails and begins again at once, each time after \(values, "value"): \(count: attempts) times in \(duration: time), \(rate)"
        + all
    case .replacing(let count):
      return
        "replaces a failed signal by one that fails as well: \(count: count) deep, without a value, in \(duration: time), \(count: ratePerSecond) a second"
    case .spinning:
      return "is over and begins again at once: \(count: attempts) times in \(duration: time), \(rate)"
    case .hurrying(let from, let to):
      return
        "begins again ever faster: \(count: attempts) times, every \(duration: from) at first, every \(duration: to) at the end"
    }
  }

  package static func summary(_ findings: [Restarting]) -> Sentence {
    "\(findings.count, "operator") beginning again without end"
  }
}
