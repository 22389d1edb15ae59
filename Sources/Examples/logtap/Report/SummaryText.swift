/// The report at the end of a log.
struct SummaryText {
  let name: String
  let tally: Tally
  /// The number of sources that are listed.
  let top: Int

  var lines: [String] { heading + table }

  private var heading: [String] {
    let span = tally.entries > 0 ? "   \(tally.firstStamp) … \(tally.lastStamp)" : ""
    let sessions = "\(tally.sessions.counted("session")) of \(tally.sources.count.counted("source"))"
    let longest = tally.longest.map { ", the longest \($0.length.text) (\($0.source.printable.cut(to: 40)))" }
    return [
      "\(name.printable)   \(tally.lines.counted("line"))   \(tally.entries.counted("entry", "entries"))"
        + "   \(tally.unreadable) unreadable\(span)",
      "\(sessions), at most \(tally.mostOpen) at a time\(longest ?? "")",
    ]
  }

  private var table: [String] {
    guard !tally.sources.isEmpty, top > 0 else { return [] }
    let sorted = tally.sources.sorted { ($1.value.entries, $0.key) < ($0.value.entries, $1.key) }
    let listed = sorted.prefix(top)
    let names = listed.map { $0.key.printable.cut(to: 40) }
    let width = max(6, names.map(\.count).max() ?? 0)
    func row(_ name: String, _ columns: [String], _ last: String) -> String {
      let numbers = columns.map { $0.padded(to: 10, left: true) }.joined()
      return name.padded(to: width) + numbers + "   " + last
    }
    var lines = ["", row("SOURCE", ["ENTRIES", "SESSIONS", "MOST/10 s"], "LAST")]
    for (name, source) in zip(names, listed.map(\.value)) {
      let numbers = [source.entries, source.sessions, source.busiest].map { "\($0)" }
      lines.append(row(name, numbers, source.lastStamp))
    }
    if sorted.count > listed.count {
      lines.append("… \((sorted.count - listed.count).counted("more source"))")
    }
    return lines
  }
}

extension Duration {
  /// As people say it: `850 ms`, `12 s`, `3 min 20 s`, `5 h`, `12 d 3 h`.
  var text: String {
    let (seconds, attoseconds) = components
    func pair(_ large: Int64, _ unit: String, _ small: Int64, _ smallUnit: String) -> String {
      small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smallUnit)"
    }
    switch seconds {
    case ..<1: return "\(max(0, attoseconds) / 1_000_000_000_000_000) ms"
    case ..<60: return "\(seconds) s"
    case ..<3_600: return pair(seconds / 60, "min", seconds % 60, "s")
    case ..<86_400: return pair(seconds / 3_600, "h", seconds / 60 % 60, "min")
    default: return pair(seconds / 86_400, "d", seconds / 3_600 % 24, "h")
    }
  }
}

extension Int {
  /// The number with its noun.
  func counted(_ one: String, _ many: String? = nil) -> String {
    self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")"
  }
}
