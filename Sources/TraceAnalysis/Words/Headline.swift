/// The verdicts on a trace in one line. That there are no leaks is said only where nothing is suspected or
/// found either, and no end is still awaited.
package struct Headline: Sendable {
  private let trace: AnalyzedTrace
  private let findings: [any Finding]
  package let leaks: [Leak]
  private let suspects: [Leak]

  /// - Parameter findings: what the verdicts do not tell; by default it is looked for.
  package init(_ trace: AnalyzedTrace, findings: [any Finding]? = nil) {
    self.trace = trace
    let listed = trace.listedLeaks
    leaks = listed.filter(\.isProven).map(\.leak)
    suspects = listed.filter { !$0.isProven }.map(\.leak)
    self.findings = findings ?? trace.unabsorbedFindings
  }

  package var isQuiet: Bool {
    hasNothingToTell && notJudged == nil && trace.counts.settling == 0
  }

  private var hasNothingToTell: Bool {
    leaks.isEmpty && suspects.isEmpty && findings.isEmpty
  }

  /// `not judged: 365 of 365 subscriptions, their beginnings are missing`; nil where something could be
  /// judged.
  package var notJudged: String? {
    let counts = trace.counts
    let all = trace.selection?.count ?? trace.forest.subscriptionCount
    if trace.forest.lives.isEmpty, !trace.forest.lostRanges.isEmpty {
      return "not judged: the rest of the recording has no subscription"
    }
    guard hasNothingToTell, counts.unknown > 0, counts.unknown + counts.settling == counts.alive else {
      return nil
    }
    return "not judged: \(counts.alive) of \(plural(all, "subscription")), \(doubt)"
  }

  /// `not judged yet: 3 subscriptions may still be ending`; nil where no end is awaited, or there is
  /// something to tell.
  private var notJudgedYet: String? {
    let settling = trace.counts.settling
    guard hasNothingToTell, settling > 0 else { return nil }
    return "not judged yet: \(plural(settling, "subscription")) may still be ending"
  }

  /// Whether nothing can be said of the recording, or not yet.
  package var isUnjudged: Bool { notJudged != nil || notJudgedYet != nil }

  /// Why, in the words of the commonest reason.
  private var doubt: String {
    var counts: [Verdict.Doubt: Int] = [:]
    for index in trace.forest.lives.indices {
      guard trace.isSelected(index.number), case .unknown(let doubt)? = trace.verdicts[index] else {
        continue
      }
      counts[doubt, default: 0] += 1
    }
    let words = [
      (Verdict.Doubt.beginningMissing, "their beginnings are missing"), (.eventsLost, "events were lost"),
      (.aliveBefore, "they were alive before the recording"),
      (.snapshot, "a snapshot does not tell how they came about"),
    ]
    return words.max { counts[$0.0, default: 0] < counts[$1.0, default: 0] }?.1 ?? ""
  }

  /// `2 leaks, 11 subscriptions`;
  /// `no proven leak; 1 suspect: started again and again, Room.swift:12, 150 alive`.
  package var text: String {
    if hasNothingToTell { return silence }
    var parts: [String] = []
    if !leaks.isEmpty {
      parts.append(
        "\(plural(leaks.count, "leak")), \(plural(members(leaks), "subscription"))")
    } else {
      parts.append(trace.forest.knowsValues ? "no proven leak" : "no proven leak in the recorded lives")
    }
    let places = Places(trace.forest)
    if let first = suspects.first {
      var text = plural(suspects.count, "suspect")
      if leaks.isEmpty, suspects.count == 1 {
        text += ": \(first.title), \(places.text(first.site)), \(size(of: first))"
      }
      parts.append(text)
    }
    if let first = findings.first {
      var text = plural(findings.count, "finding")
      if leaks.isEmpty, suspects.isEmpty, findings.count == 1 {
        text += ": \(type(of: first).check), \(places.text(first.site))"
      }
      parts.append(text)
    }
    return parts.joined(separator: "; ")
  }

  /// The line where there is nothing to tell. An open subscription may be a leak that no event shows.
  private var silence: String {
    if let words = notJudged ?? notJudgedYet { return words }
    if !trace.forest.knowsValues { return "no leaks in the recorded lives, without their values" }
    let none = trace.knownLeaks.isEmpty ? "no leaks" : "no new leaks"
    if trace.counts.unknown > 0 { return none + " among judged subscriptions" }
    return trace.openCount > 0 ? none + " proven; \(trace.openCount) open" : none
  }

  /// `8 alive`; of what has ended with the program, `8 subscriptions`.
  private func size(of leak: Leak) -> String {
    let alive = leak.members.count { trace.forest[$0]?.isAlive ?? false }
    return alive == 0 ? plural(leak.members.count, "subscription") : "\(alive) alive"
  }

  private func members(_ leaks: [Leak]) -> Int { leaks.reduce(0) { $0 + $1.members.count } }
}

extension AnalyzedTrace {
  /// How many live, and are neither suspected nor about to end: nothing proves or excludes that they leak.
  package var openCount: Int { max(0, counts.open - counts.suspected - counts.settling) }
}
