package import TraceAnalysis
import TraceFormat

/// The changes from one recording to another.
package struct DiffText {
  private let diff: TraceDiff
  private let before: AnalyzedTrace
  private let after: AnalyzedTrace
  /// The most call sites.
  private let limit: Int

  package init(_ diff: TraceDiff, _ before: AnalyzedTrace, _ after: AnalyzedTrace, limit: Int? = nil) {
    self.limit = limit ?? 20
    self.diff = diff
    self.before = before
    self.after = after
  }

  /// The facts of both: what is compared, before and after.
  private var facts: [(name: String, before: String, after: String, change: Int?)] {
    let (old, new) = (
      Stats(before.forest, before.verdicts, among: before.selection),
      Stats(after.forest, after.verdicts, among: after.selection)
    )
    func row(_ name: String, _ before: Int, _ after: Int) -> (String, String, String, Int?) {
      (name, "\(before)", "\(after)", after - before)
    }
    return [
      (
        "length", TimeUnit(for: before.length).named(before.length),
        TimeUnit(for: after.length).named(after.length), nil
      ),
      row("events", Int(clamping: before.forest.events), Int(clamping: after.forest.events)),
      row("alive at end", old.alive, new.alive),
      row("peak", old.curve.peak, new.curve.peak), row("leaks", before.leakCount, after.leakCount),
      row("floor", old.floor.alive, new.floor.alive),
    ]
  }

  /// Doubts that a reader should know before believing the numbers.
  private var doubts: [String] {
    var doubts: [String] = []
    if before.selection != nil || after.selection != nil {
      let counts = [before, after].map {
        "\($0.selection?.count ?? $0.forest.lives.count) of \($0.forest.lives.count)"
      }
      doubts.append(
        "asked for \(counts[0]) before, \(counts[1]) after; events are counted for all")
    }
    for (word, trace) in [("before", before), ("after", after)] {
      if let notJudged = Headline(trace).notJudged { doubts.append("\(word): \(notJudged)") }
      if !trace.forest.knowsValues {
        doubts.append("\(word): values not recorded, judged with less certainty")
      }
    }
    if !diff.rows(.gone).isEmpty {
      doubts.append("GONE?: not proven there, but suspected, or its subscriptions were not judged")
    }
    return doubts
  }

  private static func signed(_ number: Int) -> String {
    number > 0 ? "+\(number)" : number == 0 ? "" : "\(number)"
  }

  /// As text for a terminal.
  package func write(on page: Page, to out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    var table = Table(columns: [
      Column("", gap: 0), Column("before", alignsRight: true), Column("after", alignsRight: true),
      Column("", alignsRight: true),
    ])
    for fact in facts {
      table.add([
        Cell(pen(fact.name)), Cell(pen(fact.before)), Cell(pen(fact.after)),
        Cell(pen(fact.change.map(Self.signed) ?? "")),
      ])
    }
    table.write(with: pen, to: &out)
    Line().write(on: page, to: &out)
    var leaks = Table(columns: [
      Column("", gap: 0), Column(""), Column("", hasLastResort: true), Column("", gap: 1),
      Column("", alignsRight: true),
      Column("", least: 18, wraps: true, isOptional: true),
    ])
    for row in diff.rows {
      let places = Places((row.after > 0 ? after : before).forest)
      let ink: Ink = row.change == .new ? .leak : .plain
      leaks.add([
        Cell(pen(row.change.rawValue, ink)), Cell(pen(row.fingerprint.description, .dim)),
        pen.cell(row.leak.site, .plain, places, isNeeded: true),
        Cell(pen(row.movedFrom.map { "was :\($0)" } ?? "", .dim)), Cell(pen("\(row.before) → \(row.after)")),
        Cell(pen(row.leak.title)),
      ])
    }
    leaks.write(with: pen, to: &out)
    for doubt in doubts {
      for line in pen.wrapped(pen(doubt, .doubt), indent: 2) { line.write(on: page, to: &out) }
    }
    let told: [TraceDiff.Change] = [.fixed, .new, .unchanged]
    let none = told.filter { change in
      diff.rows(change).isEmpty
        && (change != .unchanged || diff.rows.allSatisfy { $0.before * $0.after == 0 })
    }.map { "\($0.rawValue) none" }
    for line in pen.flow(none.map { pen($0, .dim) }) { line.write(on: page, to: &out) }
    guard !diff.sites.isEmpty else { return writeSame(with: pen, to: &out) }
    Line().write(on: page, to: &out)
    writeSites(with: pen, to: &out)
  }

  private func writeSites(with pen: Pen, to out: inout some TextOutputStream) {
    let places = Places(after.forest)
    var table = Table(columns: [
      Column("CALL SITE", gap: 0, least: 16), Column("", isOptional: true),
      Column("ALIVE", alignsRight: true),
      Column("", alignsRight: true, gap: 1), Column("PEAK", alignsRight: true, isOptional: true),
      Column("NEXT", alignsRight: true, isOptional: true),
      Column(""),
    ])
    for row in diff.sites.prefix(limit) {
      table.add([
        Cell(pen(visible(row.site.operatorName), limit: 40)), pen.cell(row.site, .plain, places),
        Cell(pen("\(row.aliveBefore) → \(row.aliveAfter)")),
        Cell(pen(Self.signed(row.aliveAfter - row.aliveBefore))),
        Cell(pen("\(row.peakBefore) → \(row.peakAfter)")),
        Cell(pen("\(values(row.valuesBefore, before)) → \(values(row.valuesAfter, after))" + change(row))),
        row.movedFrom.map { Cell(pen("MOVED from :\($0)"), pen("MOVED")) } ?? Cell(),
      ])
    }
    if diff.sites.count > limit { table.add(pen("… \(diff.sites.count - limit) more", .dim)) }
    table.write(with: pen, to: &out)
    writeSame(with: pen, to: &out)
  }

  private func writeSame(with pen: Pen, to out: inout some TextOutputStream) {
    guard diff.sameSites > 0 else { return }
    let places = diff.sites.isEmpty ? "call site" : "more call site"
    pen("\(plural(diff.sameSites, places)) with as many alive in both", .dim).write(
      on: pen.page, to: &out)
  }

  /// How many more values there were, where both know.
  private func change(_ row: TraceDiff.SiteRow) -> String {
    guard before.forest.knowsValues, after.forest.knowsValues else { return "" }
    let (old, new) = (Int(clamping: row.valuesBefore), Int(clamping: row.valuesAfter))
    return new == old ? "" : " " + Self.signed(new - old)
  }

  private func values(_ count: UInt64, _ trace: AnalyzedTrace) -> String {
    trace.forest.knowsValues ? "\(count)" : "-"
  }

  /// As a comment on a pull request.
  package func writeMarkdown(to out: inout some TextOutputStream) {
    out.write("| | before | after | |\n| --- | ---: | ---: | ---: |\n")
    for fact in facts {
      out.write("| \(fact.name) | \(fact.before) | \(fact.after) | \(fact.change.map(Self.signed) ?? "") |\n")
    }
    out.write("\n")
    for doubt in doubts { out.write("\(doubt)\n\n") }
    if diff.rows.isEmpty {
      out.write(doubts.isEmpty ? "No leaks in either.\n" : "")
    } else {
      writeLeakRows(to: &out)
    }
    writeSiteRows(to: &out)
  }

  private func writeLeakRows(to out: inout some TextOutputStream) {
    out.write("| | leak | where | subscriptions |\n| --- | --- | --- | ---: |\n")
    for row in diff.rows {
      let place = Self.code(row.leak.site, in: row.after > 0 ? after : before)
      let moved = row.movedFrom.map { ", was :\($0)" } ?? ""
      out.write(
        "| **\(row.change.rawValue)** `\(row.fingerprint)` | \(row.leak.title) | \(place)\(moved) | \(row.before) → \(row.after) |\n"
      )
    }
  }

  private func writeSiteRows(to out: inout some TextOutputStream) {
    guard !diff.sites.isEmpty else { return }
    out.write("\n| call site | | alive | peak | next |\n| --- | --- | ---: | ---: | ---: |\n")
    for row in diff.sites.prefix(20) {
      let isOver = row.aliveAfter == 0 && row.peakAfter == 0
      let place = Self.code(row.site, in: isOver ? before : after)
      let moved = row.movedFrom.map { ", moved from :\($0)" } ?? ""
      let cells = [
        Self.code(row.site.operatorName), place + moved,
        "\(row.aliveBefore) → \(row.aliveAfter)", "\(row.peakBefore) → \(row.peakAfter)",
        "\(values(row.valuesBefore, before)) → \(values(row.valuesAfter, after))",
      ]
      out.write("| \(cells.joined(separator: " | ")) |\n")
    }
    if diff.sites.count > 20 { out.write("\n… \(diff.sites.count - 20) more\n") }
  }

  private static func code(_ site: Site, in trace: AnalyzedTrace) -> String {
    code(Places(trace.forest).text(site))
  }

  /// As code in a table's cell: characters that could end the code or the cell are left out.
  private static func code(_ text: String) -> String {
    "`" + Escaping(charset: .unicode, limit: 80)(text).text.filter { $0 != "|" && $0 != "`" && $0 != "<" }
      + "`"
  }
}

extension AnalyzedTrace {
  /// How many proven leaks are among the subscriptions that were asked for.
  fileprivate var leakCount: Int { listedLeaks.count(where: \.isProven) }
}
