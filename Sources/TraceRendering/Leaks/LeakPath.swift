import TraceAnalysis
import TraceFormat

/// The way from a leak's root to its keeper, one row a subscription, with the link that failed marked by
/// `~~~~`.
struct LeakPath {
  private let leak: Leak
  private let words: LeakWords
  private let pen: Pen
  /// The steps to draw; a long way is drawn around its ends and its broken link.
  private let shown: [Int]

  init(_ leak: Leak, _ words: LeakWords, _ pen: Pen, showsWhole: Bool) {
    self.leak = leak
    self.words = words
    self.pen = pen
    let steps = leak.path.indices
    let link = leak.brokenLink ?? 0
    shown = steps.filter { step in
      showsWhole || steps.count <= 16 || step < 3 || step >= steps.count - 3 || abs(step - link) <= 3
    }
  }

  var table: Table {
    var table = Table(columns: [
      Column("", least: 12), Column("", hasLastResort: true), Column(""), Column("", isOptional: true),
      Column("", least: 18, wraps: true, goesBelow: true),
    ])
    var previous = -1
    for step in shown {
      if step > previous + 1 { table.add([Cell(pen("│ … \(step - previous - 1) more", .dim))]) }
      previous = step
      add(step, to: &table)
      if step == leak.brokenLink { addBrokenLink(after: step, to: &table) }
    }
    return table
  }

  /// The word for a subscription that should have ended.
  static let alive = "ALIVE"

  private var bar: Line { pen("│", .dim) }

  private func add(_ step: Int, to table: inout Table) {
    guard let life = words.trace.forest[leak.path[step].life] else { return }
    let isLast = step == leak.path.count - 1
    let sign = isLast ? "╰→ " : step == 0 ? "┬ " : "├ "
    let state = words.words.end(of: life) ?? (step == 0 ? "\(Self.alive) \(age(of: life))" : Self.alive)
    let detail = detail(life, leak.path[step].standing)
    table.add(cells(pen(sign, .dim), life, state: state, detail: detail), margin: isLast ? Line() : bar)
  }

  private func cells(_ sign: Line, _ life: Life, state: String, detail: String) -> [Cell] {
    let ink: Ink = life.isAlive ? .leak : .dim
    return [
      Cell(sign + pen(words.words.name(of: life), ink, limit: 40)),
      pen.cell(life.site, life.isAlive ? .plain : .dim, words.places, isNeeded: true),
      Cell(pen("#\(life.printedNumber)", ink)),
      Cell(pen(state, ink), pen(state.prefix { $0 != " " }, ink)), Cell(pen(detail, limit: 60)),
    ]
  }

  private func age(of life: Life) -> String {
    words.words.unit.named(words.trace.forest.duration(of: life), digits: 2)
  }

  private func detail(_ life: Life, _ standing: Leak.Step.Standing) -> String {
    switch standing {
    case .disposed(let reason, owner: _): disposal(of: life, reason)
    case .disposedBecause(let number): "because #\(number) was"
    case .ended: ""
    case .neverEnded: "never disposed, never completed"
    case .waitingFor(let number): "because #\(number) has not completed"
    case .waitingForInner(alive: _, of: 1): "because its inner is alive"
    case .waitingForInner(let alive, let count):
      "because \(alive) of its \(count) inner \(alive == 1 ? "is" : "are") alive"
    case .keeper where life.lateness?.reason == .downstreamGone && life.lateValues > 0:
      "\(plural(life.values, "value")), \(life.lateValues) of them too late"
    case .keeper: words.words.source(life)
    }
  }

  private func disposal(of life: Life, _ reason: DisposalReason) -> String {
    let thread = life.disposal.map { ", thread \($0.thread.rawValue)" } ?? ""
    return reason == .unknown ? String(thread.dropFirst(2)) : reason.phrase + thread
  }

  private func addBrokenLink(after step: Int, to table: inout Table) {
    guard leak.path.indices.contains(step + 1), let life = words.trace.forest[leak.path[step + 1].life] else {
      return
    }
    if let signal = leak.stopSignal {
      addStop(signal, to: &table)
      let number = life.innerNumber > 0 ? " \(life.innerNumber)" : ""
      table.add([Cell(pen("│   ", .dim) + pen("↓ inner\(number)"))])
      let sentence =
        "started \(words.words.moment(life.subscribedAt)); the stop signal above it cannot reach it"
      table.rows.append(
        .sentence(Cell(pen("│     ", .dim) + pen("~~~~~~~", .leak)), pen(sentence), margin: bar))
    } else {
      let verb = life.innerNumber > 0 ? "inner \(life.innerNumber)" : "subscribed"
      table.add([
        Cell(pen("│   ", .dim) + pen("↓ " + verb)), pen.cell(life.site, .plain, words.places, isNeeded: true),
      ])
      let sentence = explanation(life, leak.path[step].life)
      table.rows.append(
        .sentence(Cell(pen("│     ", .dim) + pen("~~~~~~~~~~", .leak)), pen(sentence), margin: bar))
    }
  }

  private func explanation(_ life: Life, _ downstream: Int) -> String {
    if life.role.kind == .nested {
      // The subscriber here was guessed from the thread.
      return leak.confidence == .certain
        ? "the disposable returned here does not dispose #\(life.printedNumber)"
        : "the disposable returned here seems not to dispose #\(life.printedNumber)"
    }
    return words.trace.forest[downstream]?.isAlive == true || !life.isAlive
      ? "nothing ends #\(life.printedNumber)"
      : "#\(words.trace.forest.printed(downstream)) ended without disposing #\(life.printedNumber)"
  }

  /// Adds the subscriptions that had ended at the flattening operator.
  private func addStop(_ signal: Leak.StopSignal, to table: inout Table) {
    let forest = words.trace.forest
    if let stopped = forest[signal.stopped] {
      let name = forest[signal.control].map { visible($0.name).shortened(to: 24) } ?? "?"
      let fired = "`\(name)` #\(signal.control) fired \(words.words.moment(signal.time))"
      table.add(
        cells(
          pen("│ source  ", .dim), stopped, state: words.words.end(of: stopped) ?? "stopped", detail: fired),
        margin: bar)
    }
    for inner in signal.endedInner.compactMap({ forest[$0] }) {
      let label = "inner " + (inner.innerNumber > 0 ? "\(inner.innerNumber)" : "")
      let padded = label + String(repeating: " ", count: max(8 - label.utf8.count, 1))
      table.add(
        cells(pen("│ " + padded, .dim), inner, state: words.words.end(of: inner) ?? "ended", detail: ""))
    }
    let rest = signal.endedInnerCount - signal.endedInner.count
    if rest > 0 { table.add([Cell(pen("│ … \(rest) more inner, all ended", .dim))]) }
  }
}

extension DisposalReason {
  /// The words that follow "disposed"; none where the reason is not known.
  var phrase: String {
    switch self {
    case .unknown: ""
    case .terminated: "after its end"
    case .downstream: "because its downstream was"
    case .owner: "by its owner"
    case .trigger: "by its stop signal"
    case .replaced: "replaced by a newer one"
    case .deinitialized: "when its handle went out of memory"
    case .explicit: "by dispose()"
    case .cancelled: "when its task was cancelled"
    }
  }
}
