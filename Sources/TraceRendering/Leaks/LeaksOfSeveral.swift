package import TraceAnalysis

/// The leaks of several recordings, by fingerprint: each kind of leak, and the number of recordings with it.
/// Suspects, findings, and recordings that could not be judged are counted.
///
///     in 3 recordings: 2 kinds of leak, 27 subscriptions; 1 suspect; 1 recording not judged
///       3f9c1a  in 3  12 subscriptions  Cache.swift:88    dispose was not passed on
package struct LeaksOfSeveral {
  private struct LeakKind {
    let leak: Leak
    let place: Int
    var recordings = 0
    var members = 0
  }

  private var kinds: [Fingerprint: LeakKind] = [:]
  private var traces: [Places] = []
  private var suspects = Set<Fingerprint>()
  /// How many kinds of leak there are, and how many are merely suspected.
  package var leakCount: Int { kinds.count }
  package var suspectCount: Int { suspects.count }
  private var findings = 0
  private var unjudged = 0

  package init() {}

  package mutating func add(_ trace: AnalyzedTrace) {
    traces.append(Places(trace.forest))
    var seen = Set<Fingerprint>()
    for (_, isProven, leak) in trace.listedLeaks {
      guard isProven else {
        suspects.insert(leak.fingerprint)
        continue
      }
      var kind = kinds[leak.fingerprint] ?? LeakKind(leak: leak, place: traces.count - 1)
      if seen.insert(leak.fingerprint).inserted { kind.recordings += 1 }
      kind.members += leak.members.count
      kinds[leak.fingerprint] = kind
    }
    let found = trace.unabsorbedFindings
    findings += found.count
    let headline = Headline(trace, findings: found)
    if headline.isUnjudged { unjudged += 1 }
  }

  /// `2 kinds of leak, 27 subscriptions; 1 suspect`. It says that there are no leaks only of recordings that
  /// were judged, and only where there is nothing else to say.
  private var summary: String {
    let members = kinds.values.reduce(0) { $0 + $1.members }
    let hasMore = !suspects.isEmpty || findings > 0
    var parts: [String] = []
    if !kinds.isEmpty {
      parts.append(
        (kinds.count == 1 ? "1 kind of leak" : "\(kinds.count) kinds of leak")
          + ", \(plural(members, "subscription"))")
    } else if hasMore {
      parts.append("no proven leak")
    } else if unjudged < traces.count {
      parts.append(unjudged > 0 ? "no leaks in \(traces.count - unjudged)" : "no leaks")
    }
    if !suspects.isEmpty { parts.append(plural(suspects.count, "suspect")) }
    if findings > 0 { parts.append(plural(findings, "finding")) }
    if unjudged > 0 { parts.append("\(plural(unjudged, "recording")) not judged") }
    return parts.joined(separator: "; ")
  }

  package func write(on page: Page, to out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let ink: Ink = kinds.isEmpty ? suspects.isEmpty && findings == 0 && unjudged == 0 ? .bold : .doubt : .leak
    pen("in \(plural(traces.count, "recording")): \(summary)", ink).write(on: page, to: &out)
    var table = TitledTable(
      columns: [
        Column("", gap: 2, isOptional: true), Column(""), Column("", alignsRight: true, isOptional: true),
        Column("", hasLastResort: true),
      ])
    table.keepsTitles = kinds.values.contains { LeaksText.other($0.leak, on: page) != nil }
    let sorted = kinds.sorted {
      ($1.value.recordings, $1.value.members, $0.key) < ($0.value.recordings, $0.value.members, $1.key)
    }
    for (fingerprint, kind) in sorted {
      table.add(
        [
          Cell(pen(fingerprint.description, .dim)), Cell(pen("in \(kind.recordings)")),
          Cell(pen(plural(kind.members, "subscription"))),
          pen.cell(
            kind.leak.site, and: LeaksText.other(kind.leak, on: page), .plain, traces[kind.place],
            isNeeded: true),
        ], title: pen(kind.leak.title))
    }
    table.fitting(pen).write(with: pen, to: &out)
  }
}
