package import TraceAnalysis
import TraceFormat

/// What has changed from one recording to another.
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
    let (old, new) = (Stats(before.forest, before.verdicts), Stats(after.forest, after.verdicts))
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

  /// What should be known before anything is believed of it.
  private var doubts: [String] {
    var doubts: [String] = []
    if before.selection != nil || after.selection != nil {
      let counts = [before, after].map {
        "\($0.selection?.count ?? $0.forest.lives.count) of \($0.forest.lives.count)"
      }
      doubts.append(
        "asked for \(counts[0]) before, \(counts[1]) after; events, alive, peak and floor are those of all")
    }
    for (word, trace) in [("before", before), ("after", after)] {
      if let notJudged = Headline(trace).notJudged { doubts.append("\(word): \(notJudged)") }
      if !trace.forest.knowsValues {
        doubts.append("\(word): values not recorded, judged with less certainty")
      }
    }
    if !diff.rows(.gone).isEmpty {
      doubts.append("GONE?: not proven there, but suspected, or what may have it was not judged")
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
      Column("", gap: 0), Column(""), Column("", hasLastResort: true), Column("", alignsRight: true),
      Column("", least: 18, wraps: true, isOptional: true),
    ])
    for row in diff.rows {
      let places = Places((row.after > 0 ? after : before).forest)
      let ink: Ink = row.change == .new ? .leak : .plain
      leaks.add([
        Cell(pen(row.change.rawValue, ink)), Cell(pen(row.fingerprint.description, .dim)),
        pen.cell(row.leak.site, .plain, places, isNeeded: true), Cell(pen("\(row.before) → \(row.after)")),
        Cell(pen(row.leak.title)),
      ])
    }
    leaks.write(with: pen, to: &out)
    for doubt in doubts {
      for line in pen.wrapped(pen(doubt, .doubt), indent: 2) { line.write(on: page, to: &out) }
    }
    let none = TraceDiff.Change.allCases.filter { $0 != .gone && diff.rows($0).isEmpty }.map {
      "\($0.rawValue) none"
    }
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
      Column("", alignsRight: true), Column("NEXT", alignsRight: true, isOptional: true),
    ])
    for row in diff.sites.prefix(limit) {
      table.add([
        Cell(pen(visible(row.site.operatorName), limit: 40)), pen.cell(row.site, .plain, places),
        Cell(pen("\(row.aliveBefore) → \(row.aliveAfter)")),
        Cell(pen(Self.signed(row.aliveAfter - row.aliveBefore))),
        Cell(pen("\(values(row.valuesBefore, before)) → \(values(row.valuesAfter, after))")),
      ])
    }
    if diff.sites.count > limit { table.add(pen("… \(diff.sites.count - limit) more", .dim)) }
    table.write(with: pen, to: &out)
    writeSame(with: pen, to: &out)
  }

  private func writeSame(with pen: Pen, to out: inout some TextOutputStream) {
    guard diff.sameSites > 0 else { return }
    let places = diff.sites.isEmpty ? "call site" : "more call site"
    pen("\(plural(diff.sameSites, places)) with as many alive in both", .dim).write(on: pen.page, to: &out)
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
    if diff.rows.isEmpty { return out.write(doubts.isEmpty ? "No leaks in either.\n" : "") }
    out.write("| | leak | where | subscriptions |\n| --- | --- | --- | ---: |\n")
    for row in diff.rows {
      let places = Places((row.after > 0 ? after : before).forest)
      let place = Escaping()(places.text(row.leak.site)).text.filter { $0 != "|" && $0 != "`" && $0 != "<" }
      out.write(
        "| **\(row.change.rawValue)** `\(row.fingerprint)` | \(row.leak.title) | `\(place)` | \(row.before) → \(row.after) |\n"
      )
    }
  }
}

extension AnalyzedTrace {
  /// How many proven leaks are about what was asked for.
  fileprivate var leakCount: Int { listedLeaks.count(where: \.isProven) }
}
