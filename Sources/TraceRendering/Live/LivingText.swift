package import TraceAnalysis
import TraceFormat

/// The living subscriptions of a process that nobody records, by call site, as looks into its table count
/// them: a screen that is drawn again and again, or a line each time where there is no screen.
///
///     app  pid 4711  NOT RECORDED  watched 12.0 s  22 alive (+2)  5 begun (5/s)  3 ended (3/s)
///     a look every 1.0 s: subscriptions that begin and end between two are not counted, nor are values
///
///     ALIVE  +/s  BEGUN  SUBS/s  ENDED  ENDS/s  OLDEST  OWNER  SITE
///         3    2      5       5      3       3   9.0 s      7  interval(250ms)  Api.swift:58
package struct LivingText: Sendable {
  package let program: String
  package let process: Int32
  package var page: Page
  /// The most rows; nil for as many as there is room for.
  package var limit: Int?
  /// The wishes that the keys have told; nil where there are no keys.
  package var controls: LiveControls?
  /// How long it is from a look to the next, in nanoseconds.
  package var interval: UInt64 = 0
  /// How long a look takes, in nanoseconds, where that is why looks are further apart than they should be.
  package var cost: UInt64?
  /// How many live, where not all of them were asked for.
  package var total: Int?
  /// Lines about the limits of a look.
  package var doubts: [String] = []

  package init(program: String, process: Int32, on page: Page = Page()) {
    (self.program, self.process, self.page) = (program, process, page)
  }

  /// The limits of looks into a table, in a line.
  package var limits: String {
    let reason = cost.map { ", as one takes \(Self.length($0))" } ?? ""
    return
      "a look every \(Self.length(interval))\(reason): subscriptions that begin and end between two are not counted, "
      + "nor are values"
  }

  /// The screen.
  ///
  /// - Parameter height: the most lines.
  package func screen(_ counts: LivingCounts, height: Int = 24) -> String {
    let pen = Pen(page: page)
    var lines = pen.flow(
      [pen(program, .bold, limit: 40) + pen("  pid \(process)"), pen("NOT RECORDED", .dim)]
        + facts(counts).map { pen($0) } + [pen(controls?.isPaused == true ? "PAUSED" : "", .bold)])
    lines += pen.wrapped(pen(limits, .dim), indent: 2)
    for doubt in doubts { lines += pen.wrapped(pen(doubt, .doubt), indent: 2) }
    lines.append(Line())
    let foot = controls?.foot(pen) ?? []
    // A row whose last subscription has ended since the last look is shown once.
    let rows = asked(counts).filter { $0.alive > 0 || $0.begun + $0.gone > 0 }
    let room = min(limit ?? .max, max(1, height - lines.count - 2 - foot.count))
    var text = ""
    for line in lines { line.write(on: page, to: &text) }
    table(rows.prefix(room), counts, pen).write(with: pen, to: &text)
    if rows.count > room {
      let less = controls.map { $0.order == .alive } ?? true ? ", with fewer alive" : ""
      pen("  … \(rows.count - room) more\(less)", .dim).write(on: page, to: &text)
    }
    for line in foot { line.write(on: page, to: &text) }
    return text
  }

  /// The same in one line, without rows.
  package func line(_ counts: LivingCounts) -> String {
    let pen = Pen(page: page)
    var text = ""
    pen((facts(counts) + doubts).joined(separator: "  "), limit: 1000).write(on: page, to: &text)
    return text
  }

  private func facts(_ counts: LivingCounts) -> [String] {
    let change = counts.change ?? LivingCounts.Change(span: 0)
    let growth = change.begun - change.ended
    func changed(_ count: Int, _ word: String) -> String {
      counts.change == nil ? "" : "\(count) \(word) (\(rate(count, change))/s)"
    }
    let facts = [
      counts.change == nil ? "first look" : "watched " + Self.length(counts.length),
      "\(counts.alive) alive" + (growth == 0 ? "" : " (\(growth > 0 ? "+" : "")\(growth))"),
      total.map { "asked for \(counts.alive) of \($0)" } ?? "", changed(change.begun, "begun"),
      changed(change.ended, "ended"),
    ]
    return facts.filter { !$0.isEmpty }
  }

  /// The rows that hold the typed words, in the chosen order.
  private func asked(_ counts: LivingCounts) -> [LivingRow] {
    let rows = counts.rows
    guard let controls else { return rows }
    let words = controls.words.lowercased()
    let found = rows.filter { row in
      words.isEmpty || row.name.lowercased().contains(words)
        || row.site.map { "\($0.file):\($0.line)".lowercased().contains(words) } ?? false
    }
    func sorted(_ key: (LivingRow) -> Int64) -> [LivingRow] {
      found.enumerated().sorted { left, right in
        let (first, second) = (key(left.element), key(right.element))
        return first != second ? first > second : left.offset < right.offset
      }.map(\.element)
    }
    return switch controls.order {
    case .growth: sorted { Int64($0.begun - $0.gone) }
    case .subscriptions: sorted { Int64($0.begun) }
    case .ended: sorted { Int64($0.gone) }
    case .oldest: sorted { Int64(clamping: $0.oldest.map(counts.time.since) ?? 0) }
    case .alive, .values, .late: found
    }
  }

  private func table(_ rows: ArraySlice<LivingRow>, _ counts: LivingCounts, _ pen: Pen) -> Table {
    let places = Places(rows.compactMap(\.site))
    let change = counts.rowsKnowChange ? counts.change : nil
    func number(_ title: String, isOptional: Bool = true) -> Column {
      Column(title, alignsRight: true, isOptional: isOptional)
    }
    var columns = [number("ALIVE", isOptional: false), number("+/s"), number("BEGUN"), number("SUBS/s")]
    columns += [number("ENDED"), number("ENDS/s"), number("OLDEST"), number("OWNER")]
    columns += [Column("SITE", least: 12), Column("")]
    columns[0].gap = 0
    var table = Table(columns: columns)
    for row in rows {
      func cell(_ text: (LivingCounts.Change) -> String) -> Cell { Cell(pen(change.map(text) ?? "-")) }
      table.add([
        Cell(pen("\(row.alive)", .bold)),
        cell { change in
          let growth = row.begun - row.gone
          let speed = rate(Int(growth.magnitude), change)
          return growth < 0 && speed != "0" ? "-" + speed : speed
        },
        cell { _ in "\(row.begun)" }, cell { rate(row.begun, $0) }, cell { _ in "\(row.gone)" },
        cell { rate(row.gone, $0) }, Cell(pen(oldest(row, counts))), Cell(pen(owner(row))),
        Cell(pen(counts.grouping == .owner && row.name.isEmpty ? "none" : visible(row.name), limit: 60)),
        row.site.map { pen.cell($0, .plain, places) } ?? Cell(),
      ])
    }
    return table
  }

  private func rate(_ count: Int, _ change: LivingCounts.Change) -> String {
    TraceAnalysis.rate(UInt64(max(count, 0)), in: change.span, digits: 0)
  }

  private func oldest(_ row: LivingRow, _ counts: LivingCounts) -> String {
    guard row.alive > 0 else { return "" }
    return row.oldest.map { Self.length(counts.time.since($0)) } ?? "?"
  }

  /// The disposable that holds the handles of a row; empty where none does.
  private func owner(_ row: LivingRow) -> String {
    guard row.alive > 0 else { return "" }
    return row.owner.map { $0 == 0 ? "" : "\($0)" } ?? "mixed"
  }

  private static func length(_ time: UInt64) -> String { WatchWords.time(time) }
}
