package import TraceFormat

/// Each was subscribed to while the one before it was telling of its end, so that all of those calls stand on
/// one stack: a loop that is written as a recursion, and ends as the stack does.
package struct NestedEnds: Finding {
  package static let check = "nested-ends"
  /// A few steps one after the other may be written so.
  private static let many = 50

  package static let description = RuleDescription(
    ofCheck: check, title: "ends nested in ends",
    claim: """
      Each subscription of a line was made while the one before told of its end, so that all these calls \
      stand on one stack.
      """,
    needs: """
      Roots that were begun on the same thread as another one told of its end, and were over before it.
      A deep chain of them.
      """,
    excuses: """
      Subscriptions one after the other, each when the one before is over.
      A few steps.
      """,
    thresholds: [
      .count("fewest levels", many, "A few steps one after the other may be written so.")
    ],
    faulty: .program(
      "Faulty/recursion/MigrationSteps",
      "Each migration starts the next within its own completion."),
    healthy: .program(
      "Healthy/ReloadedShaders",
      "Each completion subscribes again, to shaders that are watched until the next reload."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many ends were being told at once, at most.
  package let depth: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [NestedEnds] {
    var depths: [LifeIndex: Int] = [:]
    var deepest: [Int: Int] = [:]
    var members: [Int: [Life]] = [:]
    for life in forest.rareLives where life.isRoot {
      guard let before = life.begunByEndOf.map({ forest.lives[$0].root }), before.index < life.index,
        forest.isToldOfItsEnd(before, as: life)
      else { continue }
      let depth = (depths[before.index] ?? 1) + 1
      depths[life.index] = depth
      members[life.entryIndex, default: []].append(life)
      deepest[life.entryIndex] = max(depth, deepest[life.entryIndex] ?? 0)
    }
    // Of several lines that take turns the first is the loop's.
    return deepest.filter { $0.value >= many }.keys.compactMap { entry -> NestedEnds? in
      guard let lives = members[entry], let life = lives.first else { return nil }
      return NestedEnds(
        site: life.site, name: life.name, lives: lives.map(\.number), depth: deepest[entry] ?? 0)
    }
    .sorted { $0.lives[0] < $1.lives[0] }
  }

  package var sentence: Sentence {
    "each was subscribed to as the one before it told of its end, and before that was over: \(count: depth) deep on one stack; a loop of one signal (concat, repeat) needs none"
  }

  package static func summary(_ findings: [NestedEnds]) -> Sentence {
    "\(findings.count, "call site") with ends nested in ends"
  }
}

extension Forest {
  /// Whether `next` was begun as `life` told of its end, and was over before `life` was.
  fileprivate func isToldOfItsEnd(_ life: Life, as next: Life) -> Bool {
    guard let ending = life.ending, ending.time <= next.subscribedAt, ending.thread == next.thread,
      let end = next.ending
    else { return false }
    return life.disposal.map { $0.time >= end.time } ?? true
  }
}
