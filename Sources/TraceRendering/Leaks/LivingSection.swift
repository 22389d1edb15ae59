import TraceAnalysis
import TraceFormat

/// The source lines with living subscriptions that no leak and no suspect tells of, each with the reason.
struct LivingSection {
  private let lines: [LivingLine]
  private let words: LivingWords
  private let pen: Pen

  init(_ trace: AnalyzedTrace, _ pen: Pen) {
    lines = trace.livingLines
    words = LivingWords(trace)
    self.pen = pen
  }

  func write(to out: inout some TextOutputStream) {
    guard !lines.isEmpty else {
      return pen("alive and not accused: none").write(on: pen.page, to: &out)
    }
    heading.write(on: pen.page, to: &out)
    var table = Table(columns: [
      Column("", gap: 0), Column("", hasLastResort: true), Column("", alignsRight: true),
      Column("", least: 12, isOptional: true), Column("", least: 40, wraps: true, goesBelow: true),
    ])
    for line in lines {
      let parts = words.parts(of: line).map { " " + $0 } ?? ""
      table.add([
        Cell(pen(words.word(for: line.verdict))),
        pen.cell(line.site, .plain, words.places, isNeeded: true), Cell(pen("\(line.lives.count)")),
        Cell(pen(visible(line.site.operatorName), limit: 40)),
        Cell(pen(words.reason(of: line), limit: 2000) + pen(parts, .dim, limit: 2000)),
      ])
    }
    table.write(with: pen, to: &out)
    guard lines.contains(where: { $0.shown.contains { !$0.rules.isEmpty } }) else { return }
    let names = pen("Names in brackets are rules: rxtrace explain NAME", .dim)
    for line in pen.wrapped(names, indent: 2) { line.write(on: pen.page, to: &out) }
  }

  /// `── ALIVE, NOT ACCUSED ── 3 lines ── 11 subscriptions ─────`.
  private var heading: Line {
    let places = Set(lines.map(\.site)).count
    let subscriptions = lines.reduce(0) { $0 + $1.subscriptions }
    let title =
      pen("── ", .dim) + pen("ALIVE, NOT ACCUSED", .bold) + pen(" ── ", .dim) + pen(plural(places, "line"))
      + pen(" ── ", .dim) + pen(plural(subscriptions, "subscription")) + pen(" ", .dim)
    let rest = pen(String(repeating: "─", count: max(min(pen.page.width, 92) - title.width, 2)), .dim)
    return pen.cut(title + rest, to: pen.page.width)
  }
}
