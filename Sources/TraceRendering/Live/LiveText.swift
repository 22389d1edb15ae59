package import TraceAnalysis
import TraceFormat

/// The subscriptions that are alive now, by call site, and their rates: a screen that is drawn again and
/// again, or a line each time where there is no screen.
///
///     feedd  pid 4711  up 12.0 s  425 events (63/s)  22 alive  0 lost
///     ✗ A  certain  1 subscription  Cache.swift:88  dispose was not passed on
///
///     ALIVE  +/s  SUBS/s  NEXT/s  LATE/s  OLDEST  SITE
///         3    0       0      12       8   9.0 s  interval(250ms)  Api.swift:58  ✗
package struct LiveText: Sendable {
  /// How subscriptions are grouped into rows.
  package var grouping: StatsRow.Grouping {
    didSet {
      // Rows about something else have no rates yet.
      if grouping != oldValue { (before, last) = (nil, nil) }
    }
  }
  package var page: Page
  /// The most rows; nil for as many as there is room for.
  package var limit: Int?
  /// The wishes that the keys have told; nil where there are no keys.
  package var controls: LiveControls?
  private var before: LiveSample?
  /// The sample that the present screen is compared with.
  private var last: LiveSample?

  package init(by grouping: StatsRow.Grouping = .site, on page: Page = Page()) {
    self.grouping = grouping
    self.page = page
  }

  /// The screen.
  ///
  /// - Parameters:
  ///   - time: the moment of the last look, in nanoseconds of `CLOCK_MONOTONIC`.
  ///   - height: the most lines.
  ///   - remark: the end of the title, such as the place of the recording.
  package mutating func screen(
    _ trace: AnalyzedTrace, at time: UInt64, height: Int = 24, remark: String = ""
  ) -> String {
    if let asked = controls?.grouping, asked != grouping { grouping = asked }
    let (all, now) = look(trace, at: time)
    // After a key the same moment is drawn once more.
    if before?.time != now.time { (last, before) = (before, now) }
    let pen = Pen(page: page)
    let heading = Heading(trace, pen)
    var lines = pen.flow(
      [heading.name] + facts(trace, now, last, pen).map { pen($0) } + [
        heading.lost, heading.withoutValues, heading.selected, pen(remark, .dim),
        pen(controls?.isPaused == true ? "PAUSED" : "", .bold),
      ])
    let foot = controls?.foot(pen) ?? []
    if controls?.showsLeaks == true { return leaksAlone(trace, below: lines, above: foot, height) }
    // The leaks leave room for the table: an empty line, its heading, a row, and how many more there are.
    lines += leaks(trace, most: max(1, height / 4), pen).prefix(max(1, height - lines.count - foot.count - 4))
    let rows = asked(all, trace, now)
    controls?.keep(rows: rows.count)
    if controls?.showsDetails == true, let cursor = controls?.cursor {
      return LiveDetails(rows[cursor], trace, at: now.time).text(below: lines, above: foot, height, pen)
    }
    var text = ""
    // A row whose subscriptions have come and gone since the last look is shown once.
    let shown = rows.filter { row in
      row.alive > 0 || last != nil && change(of: row, now, last).subscriptions > 0
    }
    let room = min(limit ?? .max, max(1, height - lines.count - 3 - foot.count))
    lines.append(Line())
    for line in lines { line.write(on: page, to: &text) }
    let pointed = controls?.cursor.map { LiveSample.key(of: rows[$0]) }
    // The row that is pointed at is on the screen.
    let skipped = max(
      0, (pointed.flatMap { key in shown.firstIndex { LiveSample.key(of: $0) == key } } ?? 0) - room + 1)
    table(shown.dropFirst(skipped).prefix(room), trace, now, last, pen, pointed: pointed).write(
      with: pen, to: &text)
    if shown.count > room {
      let less = controls.map { $0.order == .alive } ?? true ? ", with fewer alive" : ""
      pen("  … \(shown.count - room) more\(less)", .dim).write(on: page, to: &text)
    }
    for line in foot { line.write(on: page, to: &text) }
    return text
  }

  /// The text of `rxtrace leaks`, as far as it fits.
  private func leaksAlone(_ trace: AnalyzedTrace, below title: [Line], above foot: [Line], _ height: Int)
    -> String
  {
    var text = ""
    for line in title + [Line()] { line.write(on: page, to: &text) }
    let told = TraceAnalysis.render(trace, as: .leaks(on: page)).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    let room = max(1, height - title.count - 2 - foot.count)
    text += told.prefix(room).map { $0 + "\n" }.joined()
    if told.count > room {
      let rest = Pen(page: page)(
        "  … \(told.count - room) more lines: rxtrace leaks \(trace.file)", .dim, limit: 200)
      rest.write(on: page, to: &text)
    }
    for line in foot { line.write(on: page, to: &text) }
    return text
  }

  /// The rows that hold the typed words, in the chosen order.
  private func asked(_ rows: [StatsRow], _ trace: AnalyzedTrace, _ now: LiveSample) -> [StatsRow] {
    guard let controls else { return rows }
    let words = controls.words.lowercased()
    let found = rows.filter { row in
      words.isEmpty || row.name.lowercased().contains(words)
        || row.site.map { "\($0.file):\($0.line)".lowercased().contains(words) } ?? false
    }
    func sorted(_ key: (StatsRow) -> Int64) -> [StatsRow] {
      found.map { (key($0), $0) }.enumerated().sorted {
        $0.element.0 != $1.element.0 ? $0.element.0 > $1.element.0 : $0.offset < $1.offset
      }.map(\.element.1)
    }
    return switch controls.order {
    case .alive: found
    case .growth: sorted { Int64(change(of: $0, now, last).alive) }
    case .subscriptions: sorted { Int64(change(of: $0, now, last).subscriptions) }
    case .values: sorted { Int64(clamping: change(of: $0, now, last).values) }
    case .late: sorted { Int64(clamping: change(of: $0, now, last).late) }
    case .ended:
      sorted { row in
        let change = change(of: row, now, last)
        return Int64(change.subscriptions - change.alive)
      }
    case .oldest: sorted { Int64(clamping: age($0, trace, now.time) ?? 0) }
    }
  }

  /// The same in one line, without rows.
  package mutating func line(_ trace: AnalyzedTrace, at time: UInt64) -> String {
    let (_, now) = look(trace, at: time)
    let last = before
    before = now
    let pen = Pen(page: page)
    var pieces = facts(trace, now, last, pen)
    pieces.append(Heading.lost(trace.forest))
    if !trace.forest.knowsValues { pieces.append("values not recorded") }
    if let selection = trace.selection {
      pieces.append("asked for \(selection.count) of \(trace.forest.lives.count)")
    }
    pieces.append(Headline(trace).text)
    var text = ""
    pen(pieces.joined(separator: "  "), limit: 1000).write(on: page, to: &text)
    return text
  }

  private func look(_ trace: AnalyzedTrace, at time: UInt64) -> ([StatsRow], LiveSample) {
    let rows = Stats(trace.forest, trace.verdicts, among: trace.selection).rows(by: grouping)
    return (rows, LiveSample(trace, rows, at: max(time, trace.forest.ended)))
  }

  private func facts(_ trace: AnalyzedTrace, _ now: LiveSample, _ last: LiveSample?, _ pen: Pen) -> [String] {
    let length = now.time.since(trace.forest.began)
    let before = last?.time ?? trace.forest.began
    let events = now.events.since(last?.events ?? 0)
    let speed = rate(events, in: now.time.since(before), digits: 0)
    let change = last.map { now.alive - $0.alive } ?? 0
    return [
      "up " + TimeUnit(for: length).named(length, digits: 1), "\(plural(now.events, "event")) (\(speed)/s)",
      "\(now.alive) alive" + (change == 0 ? "" : " (\(change > 0 ? "+" : "")\(change))"),
    ]
  }

  /// The leaks so far, a line each.
  private func leaks(_ trace: AnalyzedTrace, most: Int, _ pen: Pen) -> [Line] {
    let places = Places(trace.forest)
    let listed = trace.listedLeaks
    var lines = listed.prefix(most).flatMap { letter, isProven, leak in
      let ink = leak.confidence.ink
      let words = [
        letter, leak.confidence.name, plural(leak.members.count, "subscription"),
        places.text(leak.site), LeakText(leak, trace).title,
      ]
      return pen.wrapped(pen((isProven ? "✗ " : "? ") + words.joined(separator: "  "), ink), indent: 4)
    }
    if listed.count > most {
      lines.append(
        pen("  … \(listed.count - most) more: rxtrace leaks ", .dim) + pen(trace.file, .dim, limit: 60))
    }
    return lines
  }

  private func change(of row: StatsRow, _ now: LiveSample, _ last: LiveSample?) -> LiveSample.Counts {
    let key = LiveSample.key(of: row)
    let (new, old) = (now.rows[key] ?? .init(), last?.rows[key] ?? .init())
    return LiveSample.Counts(
      subscriptions: new.subscriptions - old.subscriptions, alive: new.alive - old.alive,
      values: new.values.since(old.values), late: new.late.since(old.late))
  }

  private func table(
    _ rows: ArraySlice<StatsRow>, _ trace: AnalyzedTrace, _ now: LiveSample, _ last: LiveSample?, _ pen: Pen,
    pointed: String?
  ) -> Table {
    let places = Places(trace.forest)
    let span = now.time.since(last?.time ?? trace.forest.began)
    func number(_ title: String, isOptional: Bool = true) -> Column {
      Column(title, alignsRight: true, isOptional: isOptional)
    }
    var columns = [number("ALIVE", isOptional: false), number("+/s"), number("SUBS/s"), number("NEXT/s")]
    columns += [number("LATE/s"), number("OLDEST"), Column("SITE", least: 12), Column(""), Column("")]
    columns[0].gap = 0
    var table = Table(columns: columns)
    for row in rows {
      let change = change(of: row, now, last)
      let mark: VerdictMark =
        row.verdicts.leaked > 0 ? .leak : row.verdicts.longLived > 0 ? .longLived : .none
      let growth = (change.alive < 0 ? "-" : "") + rate(UInt64(change.alive.magnitude), in: span, digits: 0)
      table.add([
        Cell(pen("\(row.alive)", .bold)), Cell(pen(growth == "-0" ? "0" : growth)),
        Cell(pen(rate(UInt64(max(change.subscriptions, 0)), in: span, digits: 0))),
        Cell(pen(trace.forest.knowsValues ? rate(change.values, in: span, digits: 0) : "-")),
        Cell(pen(trace.forest.knowsValues ? rate(change.late, in: span, digits: 0) : "-")),
        Cell(pen(oldest(row, trace, now.time))),
        LiveSample.key(of: row) == pointed
          ? Cell(pen("> ", .bold) + pen(visible(row.name), .bold, limit: 60))
          : Cell(pen(visible(row.name), limit: 60)),
        row.site.map { pen.cell($0, .plain, places) } ?? Cell(),
        Cell(pen(mark.sign, mark.ink)),
      ])
    }
    return table
  }

  /// The age of the oldest that is alive.
  private func oldest(_ row: StatsRow, _ trace: AnalyzedTrace, _ time: UInt64) -> String {
    age(row, trace, time).map { TimeUnit(for: $0).named($0, digits: 1) } ?? ""
  }

  private func age(_ row: StatsRow, _ trace: AnalyzedTrace, _ time: UInt64) -> UInt64? {
    let life = row.numbers.lazy.compactMap { trace.forest[$0] }.first(where: \.isAlive)
    return life.map { time.since($0.subscribedAt) }
  }
}
