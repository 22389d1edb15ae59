package import TraceFormat

/// A source sent values that nobody needed any more.
package struct LateValues: Finding {
  package static let check = "late-values"
  /// Values on their way when the end came are not late.
  private static let grace: UInt64 = 10_000_000

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
              > min(verdicts.settle, 500_000_000)
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

  /// A source that has ended by itself took its time to end, no more. A source that a stop signal should have ended is
  /// for the verdicts.
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
