package import TraceFormat

/// An operator began inner signals that had waited, although a stop signal had ended its source. All of them
/// have ended by now. The program may want that, where it works off a queue after a stop. So it is no leak.
package struct LateStarts: Finding {
  package static let check = "late-starts"
  private static let few: UInt32 = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "begun after a stop, over by now",
    claim: "An operator began inner signals that had waited, although a stop signal had ended its source.",
    needs: """
      A flattening operator whose source was stopped, and several inner signals that it began \
      afterwards.
      """,
    excuses: """
      A few that were on their way.
      Inner signals that a verdict tells of: they are alive, or nobody had the handle.
      """,
    thresholds: [
      .count("fewest", few, "Fewer may have been on their way.")
    ],
    faulty: .program(
      "Faulty/late-start/BackupQueue",
      """
      The stop ends the folders that come into a queue. The folders that wait in it are backed up long \
      after.
      """),
    healthy: .program(
      "Healthy/FourWorkers",
      "Four are worked on at a time. When no more come, the rest is still done."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many were begun after the stop, at the operator where they were most.
  package let starts: UInt64
  /// The source that the stop signal ended.
  package let stopped: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [LateStarts] {
    forest.livesBySite(forest.livesFlagged(any: .sourceStopped)) {
      $0.traits.contains(.flattens) && $0.startsAfterStop >= few
    }.compactMap {
      lives in
      guard let most = lives.max(by: { $0.startsAfterStop < $1.startsAfterStop }),
        let stopped = most.stoppedSource.map({ forest.lives[$0.life] })
      else { return nil }
      return LateStarts(
        site: most.site, name: most.name, lives: lives.map(\.number), starts: UInt64(most.startsAfterStop),
        stopped: stopped.site)
    }
  }

  package var otherSite: Site? { stopped.asSecond(to: site) }

  package var sentence: Sentence {
    "\(starts, "inner signal") were begun after the stop signal: \(site: stopped) is above it and stops only signals that have not come yet"
  }

  package static func summary(_ findings: [LateStarts]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.starts }, "signal") begun after a stop signal"
  }
}
