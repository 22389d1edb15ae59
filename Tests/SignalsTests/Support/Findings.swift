import SignalTracing
import Testing
import TraceAnalysis
import TraceFormat

/// What the checks say of a real recording, as far as it is about a test's own lines.
enum Findings {
  /// Runs `body` on a thread of its own while the process records, and asks the checks of these names.
  ///
  /// - Parameter values: whether the analysis gets to see that values were sent.
  static func of(
    _ checks: Set<String>, in file: String = #fileID, values: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) throws -> [String] {
    let (records, _) = try Traced.recording(body)
    var builder = ForestBuilder()
    var own: Set<SubscriptionID> = []
    for record in records {
      if case .subscribed(let id, _, _, let site) = record.event, site.file == file { own.insert(id) }
      // What tests beside this one send would push its events out of those that are remembered.
      if case .next(let id, _, _, _) = record.event, !values || !own.contains(id) { continue }
      builder.add(record)
    }
    let forest = builder.finish(began: nil, ended: nil)
    return Checks.findings(in: forest, Verdicts(forest)).compactMap { finding in
      guard finding.site.file == file, checks.contains(type(of: finding).check) else { return nil }
      return "\(finding.name):\(finding.site.line) \(finding.sentence.words)"
    }
  }
}

extension Sentence {
  fileprivate var words: String {
    parts.map { part in
      switch part {
      case .text(let text), .quoted(let text): text
      case .count(let count): "\(count)"
      case .duration: "some time"
      case .life: "#"
      case .site(let site), .place(let site): "\(site.operatorName):\(site.line)"
      case .moment: "then"
      }
    }.joined()
  }
}
