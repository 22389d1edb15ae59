package import TraceAnalysis
import TraceFormat

/// `leaks --format json`.
package struct LeaksJSON: Renderer {
  package let grouping: LeakGrouping
  /// The sources of which excerpts stand beside the leaks; nil for none.
  package let sources: (any SourceText)?
  /// Whether leaks and findings have their evidence by number, and living lines that are not accused the
  /// reason for it. The verdicts must have been asked for these reasons.
  package let explains: Bool

  package init(by grouping: LeakGrouping = .site, sources: (any SourceText)? = nil, explains: Bool = false) {
    self.grouping = grouping
    self.sources = sources
    self.explains = explains
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let leaks = trace.everyLeak.map { letter, isProven, leak in
      JSON.leak(
        letter, isProven: isProven, leak, trace, isKnown: trace.known.map { $0.contains(leak.fingerprint) },
        sources: sources, explains: explains)
    }
    let why: [(name: String, value: JSON)] = explains ? [("why", .livingLines(trace))] : []
    let report = JSON.report(
      "leaks", trace,
      [
        ("headline", .text(Headline(trace).text)), ("counts", .counts(trace.counts)),
        ("leaks", .list(leaks)), ("group", .text(grouping.rawValue)), ("groups", .list(groups(trace))),
        ("findings", .findings(trace.unabsorbedFindings, trace, explains: explains)),
      ] + why)
    report.write(to: &out)
    out.write("\n")
  }

  private func groups(_ trace: AnalyzedTrace) -> [JSON] {
    let leaks = trace.everyLeak
    return LeakBundle.bundles(of: leaks.map(\.leak), by: grouping, in: trace.forest).map { bundle in
      .object([
        ("name", .text(bundle.name(in: trace))), ("subscriptions", .number(bundle.subscriptions)),
        ("leaks", .list(bundle.places.map { .text(leaks[$0].letter) })),
      ])
    }
  }
}

/// `render --format json`: the subscriptions, each with the one for whose sake it was made.
package struct TreeJSON: Renderer {
  package init() {}

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let lives = trace.forest.lives.filter { trace.isSelected($0.number) }.map { JSON.life($0, trace) }
    JSON.report("tree", trace, [("counts", .counts(trace.counts)), ("subscriptions", .list(lives))])
      .write(to: &out)
    out.write("\n")
  }
}

/// `stats --format json`.
package struct StatsJSON: Renderer {
  package let grouping: StatsGrouping
  /// The most rows; nil for all.
  package let limit: Int?

  package init(by grouping: StatsGrouping, limit: Int? = nil) {
    self.grouping = grouping
    self.limit = limit
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let stats = Stats(trace.forest, trace.verdicts, among: trace.selection)
    let totals = stats.totals
    let curve = stats.curve
    let rows = stats.rows(by: grouping.rows).prefix(limit ?? .max).map(JSON.row)
    JSON.report(
      "stats", trace,
      [
        (
          "totals",
          .object([
            ("subscribed", .number(totals.subscribed)), ("next", .number(totals.next)),
            ("completed", .number(totals.completed)), ("error", .number(totals.error)),
            ("disposed", .number(totals.disposed)), ("dropped", .number(totals.dropped)),
            ("alive_before", .number(totals.aliveBefore)),
          ])
        ),
        (
          "alive",
          .object([
            ("first", .number(curve.alive(at: curve.began))), ("last", .number(curve.alive(at: curve.ended))),
            ("least", .number(curve.least)), ("most", .number(curve.peak)),
            ("floor", .number(stats.floor.alive)),
          ])
        ),
        ("group", .text(grouping.rawValue)), ("rows", .list(rows)),
        ("findings", .findings(trace.findings, trace)),
      ]
    ).write(to: &out)
    out.write("\n")
  }
}

/// The subject of a row of the statistics, by its word on the command line.
package enum StatsGrouping: String, CaseIterable, Sendable {
  case site, owner, `operator`, file

  package var rows: StatsRow.Grouping {
    switch self {
    case .site: .site
    case .owner: .owner
    case .operator: .operatorName
    case .file: .file
    }
  }
}

extension JSON {
  /// A row of `stats` and `live`.
  static func row(_ row: StatsRow) -> JSON {
    .object([
      ("name", .text(row.name)), ("site", row.site.map(JSON.site) ?? .null),
      ("owner", .number(row.owner?.rawValue)), ("subscriptions", .number(row.subscriptions)),
      ("ended", .number(row.ended)), ("alive", .number(row.alive)), ("peak", .number(row.peak)),
      ("leaked", .number(row.verdicts.leaked)), ("values", .number(row.values)),
      ("late_values", .number(row.late)),
      ("median_life_ns", .number(row.medianLife)), ("longest_life_ns", .number(row.longestLife)),
      ("is_longest_alive", .flag(row.isLongestAlive)),
    ])
  }

  static func findings(
    _ findings: [any Finding], _ trace: AnalyzedTrace, explains: Bool = false
  ) -> JSON {
    .list(
      findings.map { finding in
        let members: [(name: String, value: JSON)] = [
          ("check", .text(type(of: finding).check)), ("site", site(finding.site)),
          ("other_site", finding.otherSite.map(JSON.site) ?? .null),
          ("name", .text(finding.name)),
          ("subscriptions", numbers(finding.lives)),
          ("sentence", .text(SentenceText(finding.sentence, trace).text)),
        ]
        return .object(explains ? members + [("why", why(finding))] : members)
      })
  }
}
