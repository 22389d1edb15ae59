import TraceAnalysis
import TraceFormat

/// The subscriptions of one row of a live view: what is alive, the oldest first.
///
///     interval(250ms)  Api.swift:58   5 made, 3 alive
///
///       ID  ALIVE  NEXT  LATE  THREAD  STATE
///      #20  9.0 s    35    28       2  ALIVE, timer, thread 2
struct LiveDetails {
  private let row: StatsRow
  private let trace: AnalyzedTrace
  private let time: UInt64

  init(_ row: StatsRow, _ trace: AnalyzedTrace, at time: UInt64) {
    self.row = row
    self.trace = trace
    self.time = time
  }

  func text(below title: [Line], above foot: [Line], _ height: Int, _ pen: Pen) -> String {
    let places = Places(trace.forest)
    var text = ""
    let place = row.site.map { places.text($0) } ?? ""
    let heading = pen.flow([
      pen(visible(row.name), .bold, limit: 60), pen(place),
      pen("\(row.subscriptions) made, \(row.alive) alive"),
    ])
    for line in title + [Line()] + heading + [Line()] { line.write(on: pen.page, to: &text) }
    let room = max(1, height - title.count - heading.count - 4 - foot.count)
    let alive = row.numbers.lazy.compactMap { trace.forest[$0] }.filter(\.isAlive)
    var shown = Array(alive.prefix(room + 1))
    let isCut = shown.count > room
    if isCut { shown.removeLast() }
    table(shown, pen).write(with: pen, to: &text)
    if isCut {
      pen("  … \(row.alive - shown.count) more, younger", .dim).write(on: pen.page, to: &text)
    }
    if let first = shown.first {
      let more =
        pen("  rxtrace show ", .dim) + pen("\(trace.file) '#\(first.printedNumber)'", .dim, limit: 80)
      pen.cut(more, to: pen.page.width).write(on: pen.page, to: &text)
    }
    for line in foot { line.write(on: pen.page, to: &text) }
    return text
  }

  private func table(_ lives: [Life], _ pen: Pen) -> Table {
    let words = Wording(trace)
    func number(_ title: String, isOptional: Bool = true) -> Column {
      Column(title, alignsRight: true, isOptional: isOptional)
    }
    var table = Table(columns: [
      number("ID", isOptional: false), number("ALIVE", isOptional: false), number("NEXT"), number("LATE"),
      number("THREAD"), Column("STATE"),
    ])
    for life in lives {
      let age = time.since(life.subscribedAt)
      let state = words.state(of: life)
      let isLeaked = trace.verdicts[life.index]?.isLeak ?? false
      let knowsValues = trace.forest.knowsValues
      table.add([
        Cell(pen("#\(life.printedNumber)")), Cell(pen(TimeUnit(for: age).named(age, digits: 1))),
        Cell(pen(knowsValues ? "\(life.values)" : "-")), Cell(pen(knowsValues ? "\(life.lateValues)" : "-")),
        Cell(pen("\(life.lastThread.rawValue)")),
        Cell(pen(state.word + (state.detail ?? ""), isLeaked ? .leak : .plain, limit: 80)),
      ])
    }
    return table
  }
}
