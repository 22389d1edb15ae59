/// The counts of a log.
struct Tally: Hashable, Sendable {
  struct Source: Hashable, Sendable {
    var entries = 0
    var sessions = 0
    /// The most entries in ten seconds.
    var busiest = 0
    var lastStamp = ""
  }

  private(set) var lines = 0
  private(set) var entries = 0
  private(set) var firstStamp = ""
  private(set) var lastStamp = ""
  private(set) var sources: [String: Source] = [:]
  private(set) var sessions = 0
  /// Sessions that are going on.
  private(set) var open = 0
  /// The most sessions at a time.
  private(set) var mostOpen = 0
  private(set) var longest: SessionSummary?

  /// Lines without a time or a source.
  var unreadable: Int { lines - entries }

  mutating func count(_ parsed: ParsedReading) {
    guard case .line = parsed.reading else { return }
    lines += 1
    guard let entry = parsed.entry else { return }
    entries += 1
    if entries == 1 { firstStamp = entry.stamp }
    lastStamp = entry.stamp
  }

  mutating func opened(_ source: String) {
    sessions += 1
    open += 1
    mostOpen = max(mostOpen, open)
    sources[source, default: Source()].sessions += 1
  }

  mutating func rate(_ entries: Int, of source: String) {
    let busiest = sources[source]?.busiest ?? 0
    sources[source, default: Source()].busiest = max(busiest, entries)
  }

  mutating func closed(_ summary: SessionSummary) {
    open -= 1
    var source = sources[summary.source] ?? Source()
    source.entries += summary.entries
    source.busiest = max(source.busiest, 1)
    source.lastStamp = summary.lastStamp
    sources[summary.source] = source
    if summary.length > longest?.length ?? .zero { longest = summary }
  }
}
