import TraceAnalysis
import TraceFormat

/// One row for each call site, owner, operator or file.
struct StatsTable {
  private let rows: [StatsRow]
  private let hidden: [StatsRow]
  private let grouping: StatsRow.Grouping
  private let trace: AnalyzedTrace
  private let words: Wording
  private let pen: Pen

  init(
    _ all: [StatsRow], _ grouping: StatsRow.Grouping, _ trace: AnalyzedTrace, _ pen: Pen, showsAll: Bool,
    limit: Int? = nil
  ) {
    self.grouping = grouping
    self.trace = trace
    self.pen = pen
    words = Wording(trace)
    // The rows that tell something, and at least a few.
    let isShown = all.enumerated().map { index, row in
      index < limit ?? .max
        && (showsAll || index < 7 || index < 40 && (row.alive > 1 || row.late > 0 || row.verdicts.leaked > 0))
    }
    rows = zip(all, isShown).filter(\.1).map(\.0)
    hidden = zip(all, isShown).filter { !$0.1 }.map(\.0)
  }

  func write(to out: inout some TextOutputStream) {
    let places = Places(trace.forest)
    var table = Table(columns: [
      Column("", gap: 0), Column(title, gap: 1, least: 16), Column("", hasLastResort: true), number("SUBS"),
      number("ENDED"),
      number("ALIVE"), number("PEAK"), number("NEXT"), number("LATE"), number("LIFE \(words.unit.name) p50"),
      number("max"),
    ])
    let knowsValues = trace.forest.knowsValues
    for row in rows {
      let mark = mark(of: row)
      let life = words.unit.text(row.longestLife, digits: 2) + (row.isLongestAlive ? "+" : "")
      table.add(
        [
          Cell(pen(mark.sign, mark.ink)), Cell(pen(name(of: row), mark == .leak ? .leak : .plain, limit: 60)),
          row.site.map { pen.cell($0, .plain, places, isNeeded: true) } ?? Cell(),
        ]
          + [
            "\(row.subscriptions)", "\(row.ended)", "\(row.alive)", "\(row.peak)",
            knowsValues ? "\(row.values)" : "-", knowsValues ? "\(row.late)" : "-",
            words.unit.text(row.medianLife, digits: 2), life,
          ].map { Cell(pen($0)) })
    }
    if let rest { table.add(pen("  …  " + rest, .dim)) }
    table.write(with: pen, to: &out)
  }

  private func number(_ title: String) -> Column { Column(title, alignsRight: true, isOptional: true) }

  private var title: String {
    switch grouping {
    case .site: "CALL SITE"
    case .owner: "OWNER"
    case .operatorName: "OPERATOR"
    case .file: "FILE"
    }
  }

  private var noun: String {
    switch grouping {
    case .site: "site"
    case .owner: "owner"
    case .operatorName: "operator"
    case .file: "file"
    }
  }

  private func name(of row: StatsRow) -> String {
    guard grouping == .owner else { return visible(row.name) }
    guard let id = row.owner else { return "(no owner)" }
    guard let owner = trace.forest[owner: id],
      owner.type != nil || owner.site != nil || owner.kind != .unknown
    else {
      return "owner \(id.rawValue)"
    }
    let kind = owner.type ?? (owner.kind == .unknown ? "owner" : "\(owner.kind)")
    let place = owner.site.map { " " + Places(trace.forest).shortText($0) } ?? ""
    return "\(kind)\(place) (\(id.rawValue))"
  }

  /// Only roots and what leaked are marked: the others are alive because of them.
  private func mark(of row: StatsRow) -> VerdictMark {
    if row.verdicts.leaked > 0 { return .leak }
    if row.verdicts.unknown > 0 { return .doubt }
    return row.verdicts.longLived > 0 ? .longLived : .none
  }

  private var rest: String? {
    guard !hidden.isEmpty else { return nil }
    let isQuiet = hidden.allSatisfy { $0.alive < 2 }
    return "\(plural(hidden.count, "more " + noun))\(isQuiet ? ", none alive twice" : "") (--all)"
  }
}
