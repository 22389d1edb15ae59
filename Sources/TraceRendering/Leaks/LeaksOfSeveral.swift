import TraceAnalysis

/// The leaks of several recordings, by fingerprint: what leaks in how many of them.
///
///     in 3 recordings: 2 kinds of leak, 27 subscriptions
///       3f9c1a  in 3  12 subscriptions  Cache.swift:88    dispose was not passed on
package struct LeaksOfSeveral {
  private struct Kind {
    let leak: Leak
    let place: Int
    var recordings = 0
    var members = 0
  }

  private var kinds: [Fingerprint: Kind] = [:]
  private var traces: [Places] = []

  package init() {}

  package mutating func add(_ trace: AnalyzedTrace) {
    traces.append(Places(trace.forest))
    var seen = Set<Fingerprint>()
    for (_, isProven, leak) in trace.listedLeaks where isProven {
      var kind = kinds[leak.fingerprint] ?? Kind(leak: leak, place: traces.count - 1)
      if seen.insert(leak.fingerprint).inserted { kind.recordings += 1 }
      kind.members += leak.members.count
      kinds[leak.fingerprint] = kind
    }
  }

  package func write(on page: Page, to out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let members = kinds.values.reduce(0) { $0 + $1.members }
    let kindsOf = kinds.count == 1 ? "1 kind of leak" : "\(kinds.count) kinds of leak"
    pen(
      "in \(plural(traces.count, "recording")): "
        + (kinds.isEmpty ? "no leaks" : "\(kindsOf), \(plural(members, "subscription"))"),
      kinds.isEmpty ? .bold : .leak
    ).write(on: page, to: &out)
    var table = Table(columns: [
      Column("", gap: 2), Column(""), Column("", alignsRight: true), Column(""),
      Column("", least: 18, wraps: true, isOptional: true),
    ])
    let sorted = kinds.sorted {
      ($1.value.recordings, $1.value.members, $0.key) < ($0.value.recordings, $0.value.members, $1.key)
    }
    for (fingerprint, kind) in sorted {
      table.add([
        Cell(pen(fingerprint.description, .dim)), Cell(pen("in \(kind.recordings)")),
        Cell(pen(plural(kind.members, "subscription"))), pen.cell(kind.leak.site, .plain, traces[kind.place]),
        Cell(pen(kind.leak.title)),
      ])
    }
    table.write(with: pen, to: &out)
  }
}
