package import TraceFormat

/// A subscription failed and was made again.
package struct Retried: Finding {
  package enum Outcome: Sendable, Hashable {
    /// The last attempt completed, or was not needed any more.
    case done
    case failed
    case running
  }

  package static let check = "retried"

  package static let description = RuleDescription(
    ofCheck: check, title: "failed and subscribed to again",
    claim: "A subscription failed, and the same operator subscribed again at the same line.",
    needs: """
      A subscription that failed, and a later one of the same line for the same subscriber.
      """,
    excuses: """
      Attempts of which none began after another one had failed.
      It never asks for a change: trying again is the purpose of `retry`. `restarting` tells of attempts \
      that get nowhere.
      """,
    faulty: .program(
      "Faulty/retry-storm/LoginRetries",
      "Each attempt times out and is tried again. `restarting` tells that this has no end."),
    healthy: .program(
      "Healthy/ThreeTries",
      "Each request is tried three times at most."))

  package let site: Site
  package let name: String
  /// All attempts.
  package let lives: [Int]
  package let failures: Int
  /// How long the first attempt took to fail, in nanoseconds, and the text of its error.
  package let firstFailure: UInt64
  package let description: String?
  package let outcome: Outcome

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Retried] {
    guard forest.totals.error > 0 else { return [] }
    let downstreams = Set(
      forest.livesFlagged(any: .failed).lazy.filter { $0.ending?.kind == .error }
        .compactMap { $0.downstream?.index })
    return downstreams.sorted().flatMap { index in
      attempts(forest.lives[index].upstreams).compactMap { Retried($0, forest) }
    }
  }

  /// Upstreams of the same call site and role, one after the other.
  private static func attempts(_ upstreams: Life.Upstreams) -> [[Life]] {
    let kinds = Dictionary(grouping: upstreams) { Key(site: $0.site, role: $0.role.kind) }
    return kinds.values.sorted { $0[0].index < $1[0].index }
  }

  private struct Key: Hashable {
    let site: Site
    let role: Role.Kind?
  }

  /// Nil unless an attempt was made after another one had failed.
  private init?(_ attempts: [Life], _ forest: Forest) {
    guard let first = attempts.first(where: { $0.ending?.kind == .error }),
      let failed = first.endedAt, let last = attempts.last, last.subscribedAt >= failed
    else { return nil }
    site = first.site
    name = first.name
    lives = attempts.map(\.number)
    failures = attempts.count { $0.ending?.kind == .error }
    firstFailure = forest.duration(of: first)
    description = first.ending?.description
    outcome = last.isAlive ? .running : last.ending?.kind == .error ? .failed : .done
  }

  /// This is the purpose of retrying. See ``Restarting`` for attempts that never get anywhere.
  package var isTrouble: Bool { false }

  package var sentence: Sentence {
    let times = failures == 1 ? "once" : failures == 2 ? "twice" : "\(failures) times"
    let end: String
    switch outcome {
    case .done: end = ", then done"
    case .failed: end = ", and in the end"
    case .running: end = ", running again"
    }
    guard let description else {
      return "failed \(words: times) after \(duration: firstFailure)\(words: end)"
    }
    return "failed \(words: times) after \(duration: firstFailure) (\(quoted: description))\(words: end)"
  }

  package static func summary(_ findings: [Retried]) -> Sentence {
    "\(count: findings.count) retried after \(findings.reduce(0) { $0 + $1.failures }, "failure")"
  }
}
