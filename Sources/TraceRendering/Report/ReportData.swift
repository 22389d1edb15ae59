import TraceAnalysis
import TraceFormat

/// The data of a trace in a page: columns instead of objects, so that a hundred thousand subscriptions stay
/// small.
struct ReportData {
  private let trace: AnalyzedTrace
  private let look: HTMLReport
  private let selection: ReportSelection

  init(_ trace: AnalyzedTrace, _ look: HTMLReport) {
    self.trace = trace
    self.look = look
    selection = ReportSelection(trace, limit: look.limit)
  }

  func write(to out: inout some TextOutputStream) {
    var columns = ReportColumns(trace, selection)
    let unit = TimeUnit(for: trace.length)
    let began = trace.forest.began
    let pen = Pen(page: Page())
    let heading = Heading(trace, pen)
    let facts = [
      heading.length.text(), plural(trace.forest.events, "event"),
      plural(trace.forest.lives.count, "subscription"), Heading.lost(trace.forest),
      heading.withoutValues.text(), heading.selected.text(),
    ].filter { !$0.isEmpty }
    func offset(_ time: UInt64) -> UInt64 { time.since(began) }
    let lives = columns.lives()
    let activity = ReportActivity(selection.numbers.map { trace.forest.lives[LifeIndex(number: $0)] })
    let rare = columns.rareColumns(activity)
    let leaks = ReportLeaks(trace, look)
    out.write(
      ScriptData.object([
        ("schema", ScriptData.text("rxtrace-page")), ("version", "1"),
        ("title", ScriptData.text(heading.name.text())), ("facts", ScriptData.texts(facts)),
        ("file", ScriptData.text(Escaping()(trace.file).text)),
        ("headline", ScriptData.text(Escaping()(Headline(trace).text).text)),
        ("left_out", ScriptData.text(leftOut)), ("length", String(trace.length)),
        (
          "unit",
          ScriptData.object([
            ("name", ScriptData.text(unit.name)), ("nanoseconds", String(unit.nanoseconds)),
          ])
        ),
        (
          "marks",
          ScriptData.object([
            ("times", ScriptData.numbers(trace.forest.marks.map { offset($0.time) })),
            ("texts", ScriptData.texts(trace.forest.marks.map { Escaping(limit: 80)($0.text).text })),
          ])
        ),
        (
          "lost",
          ScriptData.list(
            trace.forest.lostRanges.map {
              ScriptData.numbers([offset($0.lowerBound), offset($0.upperBound)])
            })
        ),
        ("leaks", ScriptData.list(leaks.leaks)), ("more_leaks", String(leaks.more)),
        ("findings", ScriptData.list(leaks.findings)), ("patches", ScriptData.texts(leaks.patches)),
        ("tables", ReportTables.text), ("lives", lives), ("rare", rare),
        (
          "activity",
          ScriptData.object([
            ("counts", ScriptData.numbers(activity.counts)), ("times", ScriptData.numbers(activity.times)),
            ("amounts", ScriptData.numbers(activity.amounts)),
          ])
        ),
        ("sites", columns.sites(look.links)), ("owners", ScriptData.numbers(columns.owners)),
        ("strings", ScriptData.texts(columns.strings.strings)),
      ]))
  }

  private var leftOut: String {
    guard selection.leftOut > 0 else { return "" }
    let all = selection.leftOut + selection.numbers.count
    return "\(plural(selection.leftOut, "subscription")) left out: --max \(all) shows all"
  }
}
