package import TraceAnalysis

/// `check --format json`: which leaks are new, of all recordings that were checked.
package struct CheckJSON {
  private let json: JSON

  /// - Parameters:
  ///   - gone: what the baseline knows and no recording has.
  ///   - refused: why some of what it knows is not accepted.
  ///   - sources: of which excerpts stand beside the leaks; nil for none.
  package init(
    _ report: CheckReport, of traces: [AnalyzedTrace], gone: [Fingerprint], refused: [String] = [],
    sources: (any SourceText)? = nil
  ) {
    let known = report.fingerprints(known: true)
    let recordings = traces.map { trace in
      let leaks = trace.listedLeaks.map { letter, isProven, leak in
        JSON.leak(
          letter, isProven: isProven, leak, trace, isKnown: known.contains(leak.fingerprint), sources: sources
        )
      }
      return JSON.object([
        ("recording", .recording(trace)), ("not_judged", .text(Headline(trace).notJudged)),
        ("counts", .counts(trace.counts)), ("leaks", .list(leaks)),
      ])
    }
    json = .object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "check"),
      ("new", .fingerprints(report.fingerprints(known: false).sorted())),
      ("known", .fingerprints(known.sorted())), ("gone", .fingerprints(gone)),
      ("refused", .list(refused.map { .text($0) })),
      ("recordings", .list(recordings)),
    ])
  }

  /// One line.
  package var text: String { json.description + "\n" }
}

extension JSON {
  fileprivate static func fingerprints(_ fingerprints: [Fingerprint]) -> JSON {
    .list(fingerprints.map { .text($0.description) })
  }
}
