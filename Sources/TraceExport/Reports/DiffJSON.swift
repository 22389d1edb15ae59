package import TraceAnalysis

/// `diff --format json`.
package struct DiffJSON {
  private let json: JSON

  package init(_ diff: TraceDiff, _ before: AnalyzedTrace, _ after: AnalyzedTrace, limit: Int? = nil) {
    func leak(_ trace: AnalyzedTrace, _ row: TraceDiff.Row) -> JSON? {
      trace.listedLeaks.first { $0.leak.fingerprint == row.fingerprint && $0.leak.site == row.leak.site }
        .map { JSON.leak($0.letter, isProven: $0.isProven, $0.leak, trace) }
    }
    let changes = diff.rows.map { row in
      JSON.object([
        ("change", .text(row.change.word)), ("trend", .text(row.trend)),
        ("fingerprint", .text(row.fingerprint.description)),
        ("before", .number(row.before)), ("after", .number(row.after)),
        ("moved_from", .number(row.movedFrom.map(UInt64.init))),
        ("leak", (row.after > 0 ? leak(after, row) : nil) ?? leak(before, row) ?? .null),
      ])
    }
    json = .report(
      "diff", after,
      [
        ("compared_with", .text(before.file)), ("changes", .list(changes)),
        (
          "sites",
          .list(
            diff.sites.prefix(limit ?? .max).map { row in
              .object([
                ("site", .site(row.site)), ("alive_before", .number(row.aliveBefore)),
                ("alive_after", .number(row.aliveAfter)), ("peak_before", .number(row.peakBefore)),
                ("peak_after", .number(row.peakAfter)),
                ("moved_from", .number(row.movedFrom.map(UInt64.init))),
                ("values_before", .number(row.valuesBefore)),
                ("values_after", .number(row.valuesAfter)),
              ])
            })
        ),
      ])
  }

  /// One line.
  package var text: String { json.description + "\n" }
}

extension TraceDiff.Change {
  fileprivate var word: String {
    switch self {
    case .new: "new"
    case .fixed: "fixed"
    case .gone: "gone"
    case .grew, .shrank, .unchanged: "unchanged"
    }
  }
}

extension TraceDiff.Row {
  /// Whether more or fewer leaked.
  fileprivate var trend: String { after > before ? "grew" : after < before ? "shrank" : "same" }
}
