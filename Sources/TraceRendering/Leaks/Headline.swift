import TraceAnalysis

/// The verdicts on a trace in one line. That there are no leaks is said only where nothing is suspected either.
package struct Headline: Sendable {
  private let trace: AnalyzedTrace
  private let findings: Int
  private let leaks: [Leak]
  private let suspects: [Leak]

  /// - Parameter findings: how many the verdicts do not tell; by default they are counted.
  package init(_ trace: AnalyzedTrace, findings: Int? = nil) {
    self.trace = trace
    let listed = trace.listedLeaks
    leaks = listed.filter(\.isProven).map(\.leak)
    suspects = listed.filter { !$0.isProven }.map(\.leak)
    self.findings = findings ?? trace.unabsorbedFindings.count
  }

  package var isQuiet: Bool {
    hasNothingToTell && notJudged == nil
  }

  private var hasNothingToTell: Bool {
    leaks.isEmpty && suspects.isEmpty && findings == 0
  }

  /// `not judged: 365 of 365 subscriptions, their beginnings are missing`; nil where something could be judged.
  private var notJudged: String? {
    let counts = trace.counts
    let all = trace.selection?.count ?? trace.forest.lives.count
    if trace.forest.lives.isEmpty, !trace.forest.lostRanges.isEmpty {
      return "not judged: no subscription is in what is left of the recording"
    }
    guard hasNothingToTell, counts.unknown > 0, counts.unknown + counts.settling == counts.alive else {
      return nil
    }
    return "not judged: \(counts.alive) of \(plural(all, "subscription")), \(doubt)"
  }

  /// Why, in the words of the commonest reason.
  private var doubt: String {
    var counts: [Verdict.Doubt: Int] = [:]
    for index in trace.forest.lives.indices {
      guard trace.isSelected(index + 1), case .unknown(let doubt)? = trace.verdicts[index + 1] else {
        continue
      }
      counts[doubt, default: 0] += 1
    }
    let words = [
      (Verdict.Doubt.beginningMissing, "their beginnings are missing"), (.eventsLost, "events were lost"),
      (.aliveBefore, "they were alive before the recording"),
    ]
    return words.max { counts[$0.0, default: 0] < counts[$1.0, default: 0] }?.1 ?? ""
  }

  var ink: Ink {
    if !leaks.isEmpty { return .leak }
    return isQuiet ? .bold : .doubt
  }

  /// `2 leaks, 11 subscriptions`; `no proven leak; 1 suspect: started again and again, Room.swift:12, 150 alive`.
  package func text(in charset: Charset) -> String {
    var parts: [String] = []
    if !leaks.isEmpty {
      parts.append(
        "\(plural(leaks.count, "leak")), \(plural(members(leaks), "subscription"))")
    } else if !suspects.isEmpty {
      parts.append("no proven leak")
    } else if findings > 0 {
      parts.append("no leaks")
    } else if let notJudged {
      return notJudged
    } else {
      return trace.counts.unknown > 0 ? "no leaks in what can be judged" : "no leaks"
    }
    if let first = suspects.first {
      var suspects = plural(suspects.count, "suspect")
      if leaks.isEmpty, suspects.count == 1 {
        let place = Places(trace.forest).text(first.site, in: charset)
        suspects += ": \(first.title), \(place), \(first.members.count) alive"
      }
      parts.append(suspects)
    }
    if findings > 0 { parts.append(plural(findings, "finding")) }
    return parts.joined(separator: "; ")
  }

  private func members(_ leaks: [Leak]) -> Int { leaks.reduce(0) { $0 + $1.members.count } }
}
