import TraceAnalysis
import TraceFormat

/// One row of a text tree.
struct TreeRowText {
  let trace: AnalyzedTrace
  let words: Wording
  let places: Places
  let pen: Pen

  /// Columns that the lines before a name may take; deeper rows begin with `…` and what fits.
  var widestIndent: Int { pen.page.width / 3 }

  /// Columns before the name of the deepest row, in the narrow form.
  func deepestIndent(_ rows: [TreePlan.Row]) -> Int {
    min(rows.map(\.depth).max().map { $0 + 1 } ?? 0, widestIndent)
  }

  var beginning: Line { pen("     (recording starts here: these were alive before)", .dim) }

  /// The columns that no state is broken below: its first word, with what stands at the right end, and where
  /// states are longer, enough for some words of a sentence.
  func leastState(_ rows: [TreePlan.Row]) -> Int {
    rows.map { row in
      guard let life = trace.forest[row.life] else { return 0 }
      let state = state(of: life, row)
      let trail = trail(row)
      let first = pen.width(of: state.prefix { $0 != " " }) + (trail.isEmpty ? 0 : 1 + trail.width)
      return max(first, min(pen.width(of: state), 14))
    }.max() ?? 0
  }

  /// - Parameter leads: whether the next row is made for this one.
  func cells(_ row: TreePlan.Row, leads: Bool) -> [Cell] {
    guard let life = trace.forest[row.life] else { return [] }
    let ink = life.isAlive || row.mark == .leak ? row.mark.ink : .dim
    let name = pen(words.name(of: life), row.depth == 0 && row.mark == .leak ? .leak : ink, limit: 80)
    var nameCell = Cell(indent(row, life, step: 3) + name, indent(row, life, step: 1) + name)
    nameCell.below = [3, 1].map { below(row, life, step: $0, leads: leads) }
    var stateCell = Cell(pen(state(of: life, row), ink))
    stateCell.trail = trail(row)
    return [
      Cell(pen(sign(of: row, life), row.mark.ink)), Cell(pen("#\(life.number)", ink)), nameCell,
      pen.cell(life.site, life.isAlive ? .plain : .dim, places), Cell(pen(words.life(life), ink)),
      Cell(pen(trace.forest.knowsValues ? "\(life.values)" : "-", ink)), stateCell,
    ]
  }

  /// Finished rows among living ones go without a sign; where all is shown, they have one.
  private func sign(of row: TreePlan.Row, _ life: Life) -> String {
    row.mark == .finished && trace.verdicts.counts.alive > 0 ? "" : row.mark.sign
  }

  /// `×3 (+4) B`: how many trees the row stands for, what is folded, and the leak's letter in a column of its
  /// own.
  private func trail(_ row: TreePlan.Row) -> Line {
    let letter = row.leak.map(letter(ofLeak:)) ?? ""
    let count = row.more > 0 ? ["×\(row.more + 1)"] : []
    let fold = pen((count + (row.folded > 0 ? ["(+\(row.folded))"] : [])).joined(separator: " "))
    guard !trace.verdicts.leaks.isEmpty, !(fold.isEmpty && letter.isEmpty) else { return fold }
    let widest = TraceAnalysis.letter(ofLeak: trace.verdicts.leaks.count - 1).utf8.count
    let gap = fold.isEmpty ? Line() : pen.spaces(1)
    return fold + gap + pen.pad(pen(letter, .leak), to: widest, alignRight: true)
  }

  private func state(of life: Life, _ row: TreePlan.Row) -> String {
    let (word, detail) = words.state(of: life)
    let long =
      switch row.likeness {
      case .shape(let number)?: ", shape of #\(number)"
      case .leak(let number)?: ", leaked like #\(number)"
      case .folded?, nil: detail ?? ""
      }
    return word + long.shortened(to: 40)
  }

  /// The lines from the downstream's row to this one: three columns a level, or one.
  private func indent(_ row: TreePlan.Row, _ life: Life, step: Int) -> Line {
    guard row.depth > 0 else { return Line() }
    let inner = life.innerNumber > 0 ? "[\(life.innerNumber)] " : ""
    let end = (row.isLast ? "└" : "├") + connector(row, isInner: !inner.isEmpty, step: step) + inner
    return lines(row.guides, isCut: row.guides.count < row.depth - 1, then: end, step: step)
  }

  /// The same lines, and the one to the next row if that is made for this one, where the row takes several
  /// lines.
  private func below(_ row: TreePlan.Row, _ life: Life, step: Int, leads: Bool) -> Line {
    let own = TreePlan.Guide(hasMoreBelow: !row.isLast, innerNumber: life.innerNumber)
    return lines(
      row.depth > 0 ? row.guides + [own] : [], isCut: row.guides.count < row.depth - 1,
      then: leads ? "│" : "", step: step)
  }

  /// The lines past a row, and what ends them.
  private func lines(_ guides: [TreePlan.Guide], isCut: Bool, then end: String, step: Int) -> Line {
    var levels: [String] = guides.map { guide in
      let label = guide.innerNumber > 0 ? "[\(guide.innerNumber)]".utf8.count : 0
      let width = step == 1 ? 1 : step + (label > 0 ? label : 0)
      return (guide.hasMoreBelow ? "│" : " ") + String(repeating: " ", count: width - 1)
    }
    var width = levels.reduce(end.unicodeScalars.count) { $0 + $1.unicodeScalars.count }
    var isShort = isCut
    while width > widestIndent, !levels.isEmpty {
      width -= levels.removeFirst().unicodeScalars.count
      isShort = true
    }
    return pen((isShort ? "…" : "") + levels.joined() + end, .dim)
  }

  private func connector(_ row: TreePlan.Row, isInner: Bool, step: Int) -> String {
    let line =
      switch row.edge {
      case .control: "┄"
      case .broken: "╳"
      case .root, .data: "─"
      }
    if step == 1 { return row.edge == .root || row.edge == .data ? " " : line + " " }
    return isInner ? line : line + " "
  }
}
