import TraceAnalysis
import TraceFormat

/// Where labels, lanes and call sites are on a page.
struct TimelineLayout {
  private let trace: AnalyzedTrace
  private let words: Wording
  private let places: Places
  private let pen: Pen
  /// Columns of `LEAK A`, of the ids, of the names and of the call sites.
  private let leakWidth: Int
  private let idWidth: Int
  private let naturalName: Int
  private var nameWidth: Int
  private let placeWidth: Int
  /// Columns of the lanes.
  private var columns = 0

  init(_ plan: TimelinePlan, _ trace: AnalyzedTrace, _ pen: Pen) {
    self.trace = trace
    self.pen = pen
    let (words, places) = (Wording(trace), Places(trace.forest))
    self.words = words
    self.places = places
    let rows = plan.trees.joined()
    let leak = rows.compactMap(\.leak).max().map { 7 + letter(ofLeak: $0).utf8.count } ?? 0
    let id = rows.map { String($0.life).utf8.count + 2 }.max() ?? 2
    let natural = rows.map { Self.name(of: $0, words, pen).width + Self.suffix(of: $0, pen).width }.max() ?? 0
    let place =
      rows.compactMap { trace.forest[$0.life] }
      .map { pen.cell($0.site, .plain, places).width(ofForm: 1) }.max() ?? 0
    // The lanes get half of the page at least; the call sites go first where there is not enough.
    let page = pen.page.width
    let spare = page - leak - id - max(page / 2, 20) - 2
    leakWidth = leak
    idWidth = id
    placeWidth = spare - place - 1 >= min(natural, 16) ? place : 0
    naturalName = natural
    nameWidth = max(min(natural, spare - (placeWidth > 0 ? placeWidth + 1 : 0)), 4)
  }

  /// Draws lanes of so many columns; the names get what is left.
  mutating func fit(_ scale: TimeScale) {
    columns = scale.columns
    nameWidth += max(min(naturalName - nameWidth, room - columns), 0)
  }

  /// Columns that the lanes may have.
  var room: Int { pen.page.width - margin - (placeWidth > 0 ? placeWidth + 1 : 0) }

  /// Columns before the lanes.
  private var margin: Int { leakWidth + idWidth + nameWidth + 1 }

  func line(of row: TimelinePlan.Row, _ scale: TimeScale) -> Line {
    guard let life = trace.forest[row.life] else { return Line() }
    let ink = life.isAlive || row.mark == .leak ? row.mark.ink : .dim
    var line = pen.pad(row.leak.map { pen("LEAK " + letter(ofLeak: $0), .leak) } ?? Line(), to: leakWidth)
    line += pen.pad(pen("#\(row.life)", ink), to: idWidth)
    let suffix = Self.suffix(of: row, pen)
    let name = pen.cut(Self.name(of: row, words, pen), to: max(nameWidth - suffix.width, 4))
    line += pen.pad(pen.cut(name + suffix, to: nameWidth), to: nameWidth + 1)
    line += cells(of: row.lane, ink, scale)
    guard placeWidth > 0 else { return line }
    let place = pen.cell(life.site, life.isAlive ? .plain : .dim, places).form(1)
    return pen.pad(line, to: margin + columns + 1) + place
  }

  /// The marbles, and a dim line at each tick where there are none.
  private func cells(of lane: Lane, _ ink: Ink, _ scale: TimeScale) -> Line {
    let ticks = Set(scale.tickColumns.dropFirst())
    var line = Line()
    var run = ""
    for (column, cell) in lane.cells.enumerated() {
      guard cell == " ", ticks.contains(column) else {
        run.append(cell)
        continue
      }
      line += pen(run, ink) + pen("┊", .dim)
      run = ""
    }
    return line + pen(run, ink)
  }

  /// `╰ disposed; #9 was not`, or to the left of its column where there is no room to the right.
  func line(of note: (column: Int, text: String)) -> Line {
    let text = pen(note.text)
    let column = margin + note.column
    if column + 2 + text.width <= pen.page.width {
      return pen.spaces(column) + pen("╰ ", .dim) + text
    }
    let left = column - 1 - text.width
    return left >= 0 ? pen.spaces(left) + text + pen(" ╯", .dim) : pen.cut(text, to: pen.page.width)
  }

  /// The scale, the labels of the ticks and the ticks.
  func axis(_ scale: TimeScale) -> [Line] {
    let unit = TimeUnit(for: scale.end - trace.forest.began)
    let ticks = scale.tickColumns
    var labels = ""
    for column in ticks {
      let isLast = column == ticks.last
      let label = scale.label(at: column, unit, since: trace.forest.began)
      let gap = margin + column + 1 - pen.width(of: label) - pen.width(of: labels)
      if gap < (labels.isEmpty ? 0 : 1) { continue }
      labels += String(repeating: " ", count: gap) + label + (isLast ? unit.name : "")
    }
    var line = [Character](repeating: "-", count: scale.columns)
    for column in ticks { line[column] = "+" }
    let title = pen(scale.words, .dim)
    let indent = max(min(margin + (scale.columns - title.width) / 2, pen.page.width - title.width), 0)
    return [
      pen.spaces(indent) + title, pen.cut(pen(labels), to: pen.page.width),
      pen.spaces(margin) + pen(String(line), .dim),
    ]
  }

  private static func name(of row: TimelinePlan.Row, _ words: Wording, _ pen: Pen) -> Line {
    guard let life = words.trace.forest[row.life] else { return Line() }
    let indent = pen.spaces(2 * min(row.depth, 6))
    let inner = life.innerNumber > 0 ? pen("[\(life.innerNumber)] ") : Line()
    let name = pen(words.name(of: life), limit: 24)
    return indent + inner + name
  }

  /// ` (+2) ×3`: rows that look the same, and trees.
  private static func suffix(of row: TimelinePlan.Row, _ pen: Pen) -> Line {
    let folded = row.folded > 0 ? pen(" (+\(row.folded))") : Line()
    return folded + (row.more > 0 ? pen(" ×\(row.more + 1)") : Line())
  }
}
