package import TraceFormat

/// A task was cancelled and goes on.
package struct CancelledInVain: Finding {
  package static let check = "cancelled-in-vain"
  private static let patience: UInt64 = 1_000_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "goes on after it was cancelled",
    claim: "A task was cancelled, and still runs or waits a good while later.",
    needs: """
      A task that was cancelled so long before the end of the recording, and has not ended.
      """,
    excuses: """
      A task that ends as it notices: at the next wait of a stream, a sleep or a check.
      """,
    thresholds: [
      .duration(
        "patience", patience,
        "A task may finish a piece of work before it looks. A longer settle time counts instead.")
    ],
    faulty: .text(
      "A task waits for an answer by a continuation, which nobody resumes when the task is cancelled."),
    healthy: .text("A task writes its last batch before it ends."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// The longest time for which one has gone on.
  private var longest: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [CancelledInVain] {
    var found: [CancelledInVain] = []
    var places: [Int: Int] = [:]
    for task in forest.livesInRole(.task) {
      guard task.reason == .cancelled, !task.hasEnding, task.releasedAt == nil, !task.mayHaveLostEvents,
        let cancelled = task.disposal?.time
      else { continue }
      let age = forest.lastSeen - min(forest.lastSeen, cancelled)
      guard age > max(patience, verdicts.settle) else { continue }
      if let known = places[task.entryIndex] {
        found[known].lives.append(task.number)
        found[known].longest = max(found[known].longest, age)
      } else {
        places[task.entryIndex] = found.count
        found.append(CancelledInVain(site: task.site, name: task.name, lives: [task.number], longest: age))
      }
    }
    return found
  }

  package var sentence: Sentence {
    lives.count == 1
      ? "it was cancelled, and has gone on for \(duration: longest) since"
      : "\(count: lives.count) were cancelled, and go on: one for \(duration: longest) by now"
  }

  package static func summary(_ findings: [CancelledInVain]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "task") cancelled in vain"
  }
}
