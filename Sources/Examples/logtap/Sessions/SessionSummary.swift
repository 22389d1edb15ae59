/// The result of a session.
struct SessionSummary: Hashable, Sendable {
  let source: String
  var entries = 0
  var firstStamp = ""
  var lastStamp = ""
  /// Between the first and the last entry, on the log's clock.
  var length: Duration { last - first }

  private var first: Duration = .zero
  private var last: Duration = .zero

  init(source: String) { self.source = source }

  func adding(_ entry: Entry, at time: Duration) -> SessionSummary {
    var summary = self
    if entries == 0 { (summary.first, summary.firstStamp) = (time, entry.stamp) }
    (summary.last, summary.lastStamp) = (time, entry.stamp)
    summary.entries += 1
    return summary
  }
}
