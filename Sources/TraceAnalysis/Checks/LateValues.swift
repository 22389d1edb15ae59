package import TraceFormat

/// A source sent values that nobody needed any more.
package struct LateValues: Finding {
  package static let check = "late-values"
  /// Values on their way when the end came are not late.
  private static let grace: UInt64 = 10_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "values sent for nobody",
    claim: "A source sent values when its subscriber was gone, or after a stop signal had fired above.",
    needs: """
      A source that lived on when somebody downstream of it was gone, or when its flattening operator \
      had been stopped.
      A value that it sent more than a moment later. Values are recorded.
      It asks for a change only if the source is alive at the end, and its subscriber was gone longer \
      ago than the settle time.
      """,
    excuses: """
      Operators: they only pass on the values of their sources.
      Values on their way as the end came.
      A source that has ended by itself since, or that a stop signal should have ended: `stats` alone \
      shows it.
      """,
    thresholds: [
      .duration("grace", grace, "Values that come within this time after the end were on their way.")
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/CompassBridge",
      "The compass sends on to a subscriber that has been disposed."),
    healthy: .program(
      "Healthy/LateValues",
      "A sensor is told to stop on its own queue. One or two readings are under way as a client leaves."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let late: UInt64
  /// All values of the call site.
  package let values: UInt64
  package let reason: Life.Lateness.Reason
  /// Some of them live on when the recording ends.
  package let goesOn: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [LateValues] {
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    for life in forest.livesFlagged(any: .late, none: .relays) where isLate(life) {
      isMeant[life.entryIndex] = true
    }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { _ in true }.map { lives in
      let late = lives.filter(isLate)
      return LateValues(
        site: lives[0].site, name: late[0].name, lives: late.map(\.number),
        late: late.reduce(0) { $0 + $1.lateValues }, values: lives.reduce(0) { $0 + $1.values },
        reason: late[0].lateness?.reason ?? .downstreamGone,
        goesOn: late.contains { life in
          life.isAlive
            && (life.lateness.map { forest.ended - min(forest.ended, $0.since) } ?? 0)
              > min(verdicts.settle, Thresholds.longestSettle.nanoseconds)
        })
    }
  }

  private static func isLate(_ life: Life) -> Bool {
    guard life.isLate, life.isSource, life.lateValues > 0, let late = life.lateness,
      let last = late.lastValueAt
    else {
      return false
    }
    return last - late.since > grace
  }

  /// A source that has ended by itself took its time to end, no more. A source that a stop signal should have
  /// ended is for the verdicts.
  package var isTrouble: Bool { goesOn && reason == .downstreamGone }

  package var sentence: Sentence {
    switch reason {
    case .stopSignal: "\(count: late) of \(values, "value") came after their stop signal"
    case .downstreamGone: "\(count: late) of \(values, "value") came after their subscriber was gone"
    }
  }

  package static func summary(_ findings: [LateValues]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.late }, "value") sent for nobody"
  }
}
