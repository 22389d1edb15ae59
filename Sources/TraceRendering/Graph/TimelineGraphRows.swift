import TraceAnalysis
import TraceFormat

/// The rows of a timeline's table: labels, and lanes as strips of coloured cells.
struct TimelineGraphRows {
  /// The meaning of a stretch of a lane.
  private enum Stretch: String, CaseIterable {
    case outside, quiet, several, values, late, lost, completed, failed, disposed, alive, leaking

    init(_ cell: Character, isLeak: Bool) {
      self =
        switch cell {
        case " ": .outside
        case "^", "-": .quiet
        case "=", "≡": .several
        case "x": .late
        case "?": .lost
        case "|": .completed
        case "#": .failed
        case "!": .disposed
        case ">": isLeak ? .leaking : .alive
        default: .values
        }
    }

    var color: String {
      switch self {
      case .outside: ""
      case .quiet: GraphPalette.quiet
      case .several: GraphPalette.several
      case .values: GraphPalette.values
      case .late: GraphPalette.late
      case .lost: GraphPalette.lost
      case .completed: GraphPalette.completed
      case .failed: GraphPalette.failed
      case .disposed: GraphPalette.disposed
      case .alive: "#123f73"
      case .leaking: GraphPalette.leak
      }
    }

    var meaning: String {
      switch self {
      case .outside: ""
      case .quiet: "- alive, quiet"
      case .several: "= several alive, quiet"
      case .values: "o values"
      case .late: "x values after disposal"
      case .lost: "? events lost"
      case .completed: "| completed"
      case .failed: "# failed"
      case .disposed: "! disposed"
      case .alive: "&gt; alive at the end"
      case .leaking: "&gt; leaked"
      }
    }
  }

  private static let columnWidth = 6
  private let trace: AnalyzedTrace
  private let scale: TimeScale
  private let options: GraphOptions
  private let words: Wording
  private let places: Places

  init(_ trace: AnalyzedTrace, _ scale: TimeScale, _ options: GraphOptions) {
    self.trace = trace
    self.scale = scale
    self.options = options
    words = Wording(trace)
    places = Places(trace.forest)
  }

  /// The ticks' labels, each at the beginning of its stretch.
  var axis: String {
    let unit = TimeUnit(for: scale.end - trace.forest.began)
    var cells = ""
    let ticks = scale.tickColumns
    for (index, column) in ticks.enumerated() {
      let label = scale.label(at: column, unit, since: trace.forest.began)
      let next = index + 1 < ticks.count ? ticks[index + 1] : scale.columns
      let width = (next - column) * Self.columnWidth
      // The last stretch may be too short for its label.
      let text = width >= 36 ? label + (column == 0 ? " " + unit.name : "") : ""
      cells += cell(text.isEmpty ? "" : font(DotText.html(text), "#666666"), width: width, border: true)
    }
    return "      <tr><td></td><td>\(strip(cells))</td><td></td></tr>\n"
  }

  var gap: String { "      <tr><td height=\"4\" colspan=\"3\"></td></tr>\n" }

  func sentence(_ text: String) -> String {
    "      <tr><td align=\"left\" colspan=\"3\">\(font(DotText.html(text), "#666666"))</td></tr>\n"
  }

  func row(_ row: TimelinePlan.Row) -> String {
    guard let life = trace.forest[row.life] else { return "" }
    let isLeak = row.mark == .leak
    let indent = String(repeating: "&#160;&#160;", count: min(row.depth, 6))
    let inner = life.innerNumber > 0 ? "[\(life.innerNumber)] " : ""
    var name = "#\(life.number)&#160; " + indent + DotText.html(inner + words.name(of: life), limit: 40)
    if row.folded > 0 { name += " (+\(row.folded))" }
    if row.more > 0 { name += " ×\(row.more + 1)" }
    let color = isLeak ? GraphPalette.leak : life.isAlive ? "#222222" : GraphPalette.finishedText
    let leak = row.leak.map { font("LEAK \(letter(ofLeak: $0))&#160; ", GraphPalette.leak) } ?? ""
    let place = font(DotText.html(places.text(life.site, limit: 32)), GraphPalette.finishedText)
    let note = row.note.map {
      "      <tr><td></td><td align=\"left\">\(strip(cells(of: $0)))</td><td></td></tr>\n"
    }
    return """
            <tr><td align="left">\(leak)\(font(name, color))</td><td\(link(life))>\(strip(lane(row, isLeak)))</td>\
      <td align="left">\(place)</td></tr>
      \(note ?? "")
      """
  }

  /// Only the colours that are in the plan.
  func legend(_ plan: TimelinePlan) -> String {
    var used: Set<Stretch> = []
    for row in plan.trees.joined() {
      for cell in Set(row.lane.cells) { used.insert(Stretch(cell, isLeak: row.mark == .leak)) }
    }
    let entries = Stretch.allCases.filter { $0 != .outside && used.contains($0) }
    guard !entries.isEmpty else { return "" }
    let cells = entries.map { entry in
      "<td bgcolor=\"\(entry.color)\" width=\"12\"></td><td>\(font(entry.meaning, "#444444"))</td>"
    }
    return """
            <tr><td></td><td colspan="2" align="left"><table border="0" cellborder="0" cellspacing="2"><tr>\
      \(cells.joined())</tr></table></td></tr>

      """
  }

  private func lane(_ row: TimelinePlan.Row, _ isLeak: Bool) -> String {
    var cells = ""
    var run: (stretch: Stretch, length: Int)?
    func close() {
      guard let run else { return }
      cells += cell("", width: run.length * Self.columnWidth, color: run.stretch.color)
    }
    let ticks = Set(scale.tickColumns.dropFirst())
    for (column, character) in row.lane.cells.enumerated() {
      let stretch = Stretch(character, isLeak: isLeak)
      if stretch == .outside, ticks.contains(column) {
        // A line at the tick, where there is nothing else.
        close()
        cells +=
          "<td width=\"\(Self.columnWidth)\" height=\"10\" border=\"1\" sides=\"L\" color=\"#dddddd\"></td>"
        run = nil
      } else if run?.stretch == stretch {
        run?.length += 1
      } else {
        close()
        run = (stretch, 1)
      }
    }
    close()
    return cells
  }

  /// The note, beginning at its column, or ending there where the room to the right is too small.
  private func cells(of note: (column: Int, text: String)) -> String {
    let before = note.column * Self.columnWidth
    let after = (scale.columns - note.column) * Self.columnWidth
    let text = font(DotText.html(note.text, limit: 80), GraphPalette.leak)
    if after >= 220 || after >= before {
      return cell("", width: before) + "<td align=\"left\" width=\"\(after)\">↑ \(text)</td>"
    }
    return "<td align=\"right\" width=\"\(before)\">\(text) ↑</td>" + cell("", width: after)
  }

  private func link(_ life: Life) -> String {
    let title = DotText.html(words.name(of: life) + " " + places.text(life.site))
    let address =
      options.links?.address(of: life.site).map { " href=\"\(DotText.html($0, limit: 2000))\"" } ?? ""
    return address + " title=\"\(title)\""
  }

  private func cell(_ text: String, width: Int, color: String = "", border: Bool = false) -> String {
    guard width > 0 else { return "" }
    let fill = color.isEmpty ? "" : " bgcolor=\"\(color)\""
    let sides = border ? " border=\"1\" sides=\"L\" color=\"#bbbbbb\" align=\"left\"" : ""
    let height = border ? "" : " height=\"10\""
    return "<td width=\"\(width)\"\(height)\(fill)\(sides)>\(text)</td>"
  }

  private func strip(_ cells: String) -> String {
    "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>\(cells)</tr></table>"
  }

  private func font(_ text: String, _ color: String) -> String {
    text.isEmpty ? "" : "<font color=\"\(color)\">\(text)</font>"
  }
}
