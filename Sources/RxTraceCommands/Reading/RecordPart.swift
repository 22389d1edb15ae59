import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

/// Which records belong to what was asked for.
struct RecordPart {
  private let trace: AnalyzedTrace
  private let times: ClosedRange<UInt64>

  init(_ filter: FilterOptions, _ trace: AnalyzedTrace) throws(CommandFailure) {
    self.trace = trace
    let filter = try filter.filter(for: trace.forest)
    let from = filter.from ?? 0
    times = from...max(from, filter.to ?? .max)
  }

  /// Records of the subscriptions that were asked for, in the time that was asked for. What is about no subscription
  /// belongs to all of them.
  func holds(_ record: TraceRecord) -> Bool {
    guard times.contains(record.time) else { return false }
    guard let selection = trace.selection else { return true }
    guard let id = record.event.subscription else { return true }
    return trace.forest[id].map { selection.contains($0.number) } ?? false
  }
}
