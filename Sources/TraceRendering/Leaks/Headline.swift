import TraceAnalysis

/// The verdicts on a trace in one line. That there are no leaks is said only where nothing is suspected either.
package struct Headline: Sendable {
  private let trace: AnalyzedTrace
  private let findings: Int

  /// - Parameter findings: how many the verdicts do not tell; by default they are counted.
  package init(_ trace: AnalyzedTrace, findings: Int? = nil) {
    self.trace = trace
    self.findings = findings ?? Checks.unabsorbed(in: trace.forest, trace.verdicts).count
  }

  package var isQuiet: Bool {
    trace.verdicts.leaks.isEmpty && trace.verdicts.suspects.isEmpty && findings == 0
  }

  var ink: Ink {
    if !trace.verdicts.leaks.isEmpty { return .leak }
    return isQuiet ? .bold : .doubt
  }

  /// `2 leaks, 11 subscriptions`; `no proven leak; 1 suspect: started again and again, Room.swift:12, 150 alive`.
  package func text(in charset: Charset) -> String {
    let verdicts = trace.verdicts
    var parts: [String] = []
    if !verdicts.leaks.isEmpty {
      parts.append(
        "\(plural(verdicts.leaks.count, "leak")), \(plural(members(verdicts.leaks), "subscription"))")
    } else if !verdicts.suspects.isEmpty {
      parts.append("no proven leak")
    } else if findings > 0 {
      parts.append("no leaks")
    } else {
      return verdicts.counts.unknown > 0 ? "no leaks in what can be judged" : "no leaks"
    }
    if let first = verdicts.suspects.first {
      var suspects = plural(verdicts.suspects.count, "suspect")
      if verdicts.leaks.isEmpty, verdicts.suspects.count == 1 {
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
