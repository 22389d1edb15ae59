import TraceAnalysis
import TraceFormat

/// One leak of a process that runs: its account, the way from a root to a source, and its repair.
struct WatchedLeakSection {
  private let leak: WatchedLeak
  private let name: String
  private let words: WatchWords
  private let startedAt: Int?
  private let pen: Pen

  /// - Parameter startedAt: when the process was started, in seconds since 1970.
  init(_ leak: WatchedLeak, _ name: String, _ words: WatchWords, startedAt: Int?, _ pen: Pen) {
    (self.leak, self.name, self.words, self.startedAt, self.pen) = (leak, name, words, startedAt, pen)
  }

  func write(to out: inout some TextOutputStream) {
    let frame = LeakFrame(name: name, confidence: leak.confidence, pen: pen)
    let account = words.sentences(for: leak) + (leak.count > 1 ? ["The oldest is shown."] : [])
    frame.writeHead(account, fingerprint: nil, to: &out)
    path.write(with: pen, to: &out)
    Line().write(on: pen.page, to: &out)
    if let excerpt = SourceExcerpt(leak, words, startedAt: startedAt, pen)?.lines, !excerpt.isEmpty {
      for line in excerpt { line.write(on: pen.page, to: &out) }
      Line().write(on: pen.page, to: &out)
    }
    frame.writeAdvice(words.hint(for: leak), to: &out)
  }

  private var path: Table {
    var table = Table(columns: [
      Column("", least: 12), Column("", hasLastResort: true),
      Column("", least: 18, wraps: true, goesBelow: true),
    ])
    for (place, step) in leak.path.enumerated() {
      let isLast = place == leak.path.count - 1
      let sign = isLast ? "╰→ " : place == 0 ? "┬ " : "├ "
      switch step {
      case .alive(let site, let age):
        table.add(row(sign, site, "\(LeakPath.alive) \(WatchWords.time(age))", .leak))
      case .gone(let site):
        table.add(row(sign, site, Self.ended(site), .dim))
        table.add(broken("~~~~~~~~~~", "nothing ends the next"))
      case .endedSource(let site):
        table.add(row("│ source  ", site, Self.ended(site), .dim))
        table.add(broken("~~~~~~~", "the inner signal goes on"))
      }
    }
    return table
  }

  /// Only others of the line, which live, can tell the call site.
  private static func ended(_ site: Site?) -> String {
    site == nil ? "has ended" : "has ended; named after others of the line"
  }

  private func broken(_ mark: String, _ words: String) -> [Cell] {
    [Cell(pen("│     ", .dim) + pen(mark, .leak)), Cell(Line()), Cell(pen(words))]
  }

  private func row(_ sign: String, _ site: Site?, _ state: String, _ ink: Ink) -> [Cell] {
    let name = site.map { visible($0.operatorName) } ?? "?"
    let place = site.map { pen.cell($0, ink == .dim ? .dim : .plain, words.places, isNeeded: true) }
    return [
      Cell(pen(sign, .dim) + pen(name, ink, limit: 40)), place ?? Cell(pen("?", .dim)), Cell(pen(state, ink)),
    ]
  }
}
