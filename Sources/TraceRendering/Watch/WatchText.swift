package import TraceAnalysis
import TraceFormat

/// The judgement on a process that runs: the verdict so far, a section for each leak and suspect, and the
/// open subscriptions.
package struct WatchText: Sendable {
  package var program: String
  package var process: Int32
  /// The most leaks to describe; nil for all. The summary lists the others.
  package var limit: Int?
  /// When the process was started, in seconds since 1970; nil if that is not known. A source that was changed
  /// later is not shown.
  package var startedAt: Int?
  /// Lines about the limits of the answer.
  package var doubts: [String] = []
  package var page: Page

  private static let mostOpen = 12

  package init(program: String, process: Int32, limit: Int? = nil, on page: Page = Page()) {
    (self.program, self.process, self.limit, self.page) = (program, process, limit, page)
  }

  package func write(_ watch: LivingWatch, _ verdicts: WatchVerdicts, to out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let words = WatchWords(watch)
    func say(_ lines: [Line]) { for line in lines { line.write(on: page, to: &out) } }
    say(title(watch, verdicts, words, pen))
    for doubt in doubts { say(pen.wrapped(pen(doubt, .doubt, limit: 1000), indent: 2)) }
    let listed = Self.listed(verdicts)
    if !listed.isEmpty {
      say([Line()])
      summary(listed, words, pen).write(with: pen, to: &out)
    }
    if !verdicts.remarks.isEmpty { say([Line()]) }
    for remark in verdicts.remarks {
      say(pen.wrapped(pen(words.remark(remark), .doubt, limit: 1000), indent: 2))
    }
    if verdicts.awaited > 0 {
      let words =
        "not judged yet: \(plural(verdicts.awaited, "subscription")) without a subscriber for so short a time that the end "
        + "may be on its way"
      say(pen.wrapped(pen(words, .doubt), indent: 2))
    }
    for (name, leak) in listed.prefix(limit ?? .max) {
      say([Line()])
      WatchedLeakSection(leak, name, words, startedAt: startedAt, pen).write(to: &out)
    }
    if let limit, listed.count > limit {
      say([Line(), pen("… \(plural(listed.count - limit, "more leak")), listed above", .dim)])
    }
    writeOpen(verdicts, words, pen, to: &out)
  }

  /// Leaks, then suspects, each with its name.
  private static func listed(_ verdicts: WatchVerdicts) -> [(name: String, leak: WatchedLeak)] {
    (verdicts.leaks + verdicts.suspects).enumerated().map { index, leak in
      ("\(LeaksText.word(isProven: index < verdicts.leaks.count)) \(letter(ofLeak: index))", leak)
    }
  }

  /// `no leak proven so far; 57 open  logtap  pid 4711  watched 30.0 s  50 looks  57 alive at first, …`.
  private func title(
    _ watch: LivingWatch, _ verdicts: WatchVerdicts, _ words: WatchWords, _ pen: Pen
  ) -> [Line] {
    let ink: Ink =
      !verdicts.leaks.isEmpty ? .leak : verdicts.suspects.isEmpty && !verdicts.isUnjudged ? .bold : .doubt
    return pen.flow([
      pen(words.headline(verdicts), ink),
      pen.spaces(1) + pen(program, .bold, limit: 40) + pen("  pid \(process)"),
      pen("watched \(WatchWords.time(watch.length))"), pen(plural(watch.looks, "look")), pen(words.census),
    ])
  }

  private func summary(
    _ listed: [(name: String, leak: WatchedLeak)], _ words: WatchWords, _ pen: Pen
  ) -> Table {
    var table = TitledTable(
      columns: [
        Column("", gap: 0), Column(""), Column("", alignsRight: true), Column("", gap: 1, isOptional: true),
        Column("", hasLastResort: true),
      ])
    table.keepsTitles = listed.contains { other($0.leak) != nil }
    for (name, leak) in listed {
      let ink = leak.confidence.ink
      table.add(
        [
          Cell(pen(name, ink)), Cell(pen(leak.confidence.name, ink)), Cell(pen("\(leak.members)")),
          Cell(pen(leak.members == 1 ? "subscription" : "subscriptions")),
          pen.cell(leak.site, and: other(leak), .plain, words.places, isNeeded: true),
        ], title: pen(words.title(of: leak)))
    }
    return table.fitting(pen)
  }

  /// The second place of a leak, where it is another line and the page has room.
  private func other(_ leak: WatchedLeak) -> Site? {
    guard page.width >= Page.leastForTwoPlaces, let other = leak.other,
      other.file != leak.site.file || other.line != leak.site.line
    else { return nil }
    return other
  }

  private func writeOpen(
    _ verdicts: WatchVerdicts, _ words: WatchWords, _ pen: Pen, to out: inout some TextOutputStream
  ) {
    guard verdicts.openCount > 0 else { return }
    Line().write(on: page, to: &out)
    let trees = verdicts.open.reduce(0) { $0 + $1.trees }
    let text =
      "open: \(plural(verdicts.openCount, "subscription")) in \(plural(trees, "tree")); nothing that was seen proves or "
      + "excludes a leak"
    for line in pen.wrapped(pen(text), indent: 2) { line.write(on: page, to: &out) }
    var table = Table(columns: [
      Column("TREES", alignsRight: true), Column("OF", least: 12), Column("WHERE", hasLastResort: true),
      Column("BEGUN", alignsRight: true), Column("ENDED", alignsRight: true),
      Column("OLDEST", alignsRight: true),
    ])
    for row in verdicts.open.prefix(Self.mostOpen) {
      table.add([
        Cell(pen("\(row.trees)")), Cell(pen(visible(row.site.operatorName), limit: 40)),
        pen.cell(row.site, .plain, words.places, isNeeded: true),
        Cell(pen("\(row.begun)")), Cell(pen("\(row.ended)")), Cell(pen(WatchWords.time(row.oldest))),
      ])
    }
    table.write(with: pen, to: &out)
    if verdicts.open.count > Self.mostOpen {
      let rest =
        "  … \(verdicts.open.count - Self.mostOpen) more call sites: rxtrace snapshot --pid \(process)"
      pen(rest, .dim).write(on: page, to: &out)
    }
  }
}
