package import TraceFormat

/// An operator that gathers an answer of each of its signals completes without a value, as one of them had
/// none.
///
/// `zip` and `forkJoin` complete as soon as nothing more can come of them. The signals that had not answered
/// yet are stopped.
package struct EmptyInput: Finding {
  package static let check = "empty-input"

  package static let description = RuleDescription(
    ofCheck: check, title: "ended by an input without a value",
    claim: """
      An operator that gathers an answer of each of its signals completes without a value, as one of \
      them had none. The others are stopped before they answer.
      """,
    needs: """
      A `zip` or `forkJoin` that completed without a value after one of its inputs had.
      Another input of it that is work and was stopped without a value: code of the program, or a clock \
      that ends.
      Other subscriptions of its line that sent a value, and none that sent several. Values are recorded, \
      and nothing was lost.
      """,
    excuses: """
      A line that pairs the values of streams: one of them may well be empty.
      An input that never ends, such as `interval`: it only sets the pace.
      An operator below that sends a value all the same, such as `defaultIfEmpty`.
      """,
    faulty: .program(
      "Field/Faulty/JobValidators",
      "A check of a job completes without a value, so the errors of the other checks are lost."),
    healthy: .mended(
      "Field/Faulty/JobValidators",
      "A check that has nothing to say counts as one without errors."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many there were of the call site.
  package let count: Int
  /// The input without a value, from 1, and the place that its values should come from.
  package let input: Int
  package let source: Site
  /// How many inputs of the first of them were stopped without a value.
  package let stopped: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [EmptyInput] {
    // With losses, a value may be what is missing.
    guard forest.lostRanges.isEmpty, forest.knowsValues else { return [] }
    return forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.gathers) && !$0.isDisjoint(with: [.buffers, .ends]) })
    ) { !$0.wasAliveBefore }
    .compactMap { lives in
      // Several values of one subscription are a stream.
      guard lives.allSatisfy({ $0.values <= 1 }), lives.contains(where: { $0.values == 1 }) else {
        return nil
      }
      let found = lives.compactMap { life in emptyInput(of: life, forest).map { (life: life, input: $0) } }
      guard let first = found.first else { return nil }
      let alike = found.filter { $0.input == first.input }
      return EmptyInput(
        site: first.life.site, name: first.life.name, lives: alike.map(\.life.number), count: lives.count,
        input: first.input + 1, source: forest.root(ofInput: first.life.upstreams[first.input]).site,
        stopped: first.life.upstreams.count { forest.wasStoppedAtWork($0) })
    }
  }

  /// Which input ended the operator by its completion, while another one was at work.
  private static func emptyInput(of life: Life, _ forest: Forest) -> Int? {
    guard life.values == 0, life.hasCompleted, !life.isAnsweredBelow else { return nil }
    let inputs = life.upstreams
    guard inputs.contains(where: { forest.wasStoppedAtWork($0) }) else { return nil }
    return inputs.firstIndex { $0.values == 0 && $0.hasCompleted }
  }

  package var sentence: Sentence {
    "completed without a value \(count: lives.count) of \(count, "time"), as its \(words: SilentInput.ordinal(input)) input had, \(site: source): \(stopped, "other input") \(words: stopped == 1 ? "was" : "were") stopped without an answer"
  }

  package static func summary(_ findings: [EmptyInput]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "operator") ended by an input without a value"
  }
}

extension Life {
  fileprivate var hasCompleted: Bool { hasEnding && !hasFailed }

  /// Whether an operator below it has sent a value, although it sent none.
  fileprivate var isAnsweredBelow: Bool {
    var life = self
    while life.role.kind == .source, let below = life.downstream {
      if below.values > 0 { return true }
      life = below
    }
    return false
  }
}

extension Forest {
  /// Whether an input was stopped without a value, although it begins work that ends by itself.
  fileprivate func wasStoppedAtWork(_ input: Life) -> Bool {
    guard input.values == 0, input.isDisposed, !input.hasEnding else { return false }
    let traits = root(ofInput: input).traits
    return traits.isWork && !traits.contains(.endless)
  }
}
