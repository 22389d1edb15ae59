package import TraceAnalysis

/// `diff --format json`.
package struct DiffJSON {
  private let json: JSON

  package init(_ diff: TraceDiff, _ before: AnalyzedTrace, _ after: AnalyzedTrace, limit: Int? = nil) {
    func letter(_ trace: AnalyzedTrace, _ fingerprint: Fingerprint) -> JSON? {
      trace.listedLeaks.first { $0.leak.fingerprint == fingerprint }
        .map { JSON.leak($0.letter, isProven: $0.isProven, $0.leak, trace) }
    }
    let changes = diff.rows.map { row in
      JSON.object([
        ("change", .text(row.change == .gone ? "gone" : row.change.rawValue.lowercased())),
        ("fingerprint", .text(row.fingerprint.description)),
        ("before", .number(row.before)), ("after", .number(row.after)),
        ("leak", letter(after, row.fingerprint) ?? letter(before, row.fingerprint) ?? .null),
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
                ("alive_after", .number(row.aliveAfter)), ("values_before", .number(row.valuesBefore)),
                ("values_after", .number(row.valuesAfter)),
              ])
            })
        ),
      ])
  }

  /// One line.
  package var text: String { json.description + "\n" }
}
