public import TraceAnalysis
public import TraceRendering

/// `diff --format json`.
public struct DiffJSON {
  private let json: JSON

  public init(_ diff: TraceDiff, _ before: AnalyzedTrace, _ after: AnalyzedTrace) {
    func letter(_ trace: AnalyzedTrace, _ fingerprint: Fingerprint) -> JSON? {
      trace.listedLeaks.first { $0.leak.fingerprint == fingerprint }
        .map { JSON.leak($0.letter, isProven: $0.isProven, $0.leak, trace) }
    }
    let changes = diff.rows.map { row in
      JSON.object([
        ("change", .text(row.change.rawValue.lowercased())),
        ("fingerprint", .text(row.fingerprint.description)),
        ("before", .number(row.before)), ("after", .number(row.after)),
        ("leak", letter(after, row.fingerprint) ?? letter(before, row.fingerprint) ?? .null),
      ])
    }
    json = .report(
      "diff", after, [("compared_with", .text(before.file)), ("changes", .list(changes))])
  }

  /// One line.
  public var text: String { json.description + "\n" }
}
