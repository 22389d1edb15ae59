package import TraceFormat

/// The caller let go of the handle of a subscription that lives on, so that nothing can dispose it.
package struct ForgottenHandles: Finding {
  package static let check = "forgotten-handle"

  package static let description = RuleDescription(
    ofCheck: check, title: "alive without a handle",
    claim: "The handle of a living subscription was let go: no call can dispose it any more.",
    needs: """
      A living subscription whose handle went out of memory.
      """,
    excuses: """
      A subscription that an owner holds.
      One that lives from the start to the end of the recording, the only one of its kind.
      It never asks for a change: where an end was due, a verdict says so.
      """,
    faulty: .program(
      "Faulty/forgotten-handle/DoorSensors",
      "A door that is reported twice takes an early way out, and a handle is in no list."),
    healthy: .program(
      "Healthy/BagsByScreen",
      "Each screen keeps its handles in a bag, which goes with it."))

  package let site: Site
  package let name: String
  package let lives: [Int]

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [ForgottenHandles] {
    forest.livesBySite(forest.living) { life in
      life.handleReleasedAt != nil && life.owner == nil
        && verdicts[life.index] != .longLived
    }
    .map { ForgottenHandles(site: $0[0].site, name: $0[0].name, lives: $0.map(\.number)) }
  }

  /// Where an end was due, that is a verdict's matter; where none was, there is nothing to repair.
  package var isTrouble: Bool { false }

  package var sentence: Sentence {
    lives.count == 1
      ? "its handle was let go while it lived: no call can dispose it any more"
      : "\(count: lives.count) handles were let go while their subscriptions lived: no call can dispose them any more"
  }

  package static func summary(_ findings: [ForgottenHandles]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "living subscription") without a handle"
  }
}
