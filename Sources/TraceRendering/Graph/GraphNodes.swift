import TraceAnalysis
import TraceFormat

/// The statements for one row of a tree: its node, and the edge to its downstream.
struct GraphNodes {
  private let trace: AnalyzedTrace
  private let options: GraphOptions
  private let words: Wording
  private let places: Places
  /// The subscriptions on the way from a leak's root to its keeper.
  private let onPath: Set<Int>

  init(_ trace: AnalyzedTrace, _ options: GraphOptions) {
    self.trace = trace
    self.options = options
    words = Wording(trace)
    places = Places(trace.forest)
    onPath = Set(trace.verdicts.leaks.flatMap { $0.path.map(\.life) })
  }

  func node(_ row: TreePlan.Row) -> String {
    guard let life = trace.forest[row.life] else { return "" }
    var attributes = DotAttributes()
    attributes.set("label", lines: label(of: row, life))
    let isGone = !life.isAlive
    if life.role.kind == .control, row.parent != nil {
      attributes.set("shape", "ellipse")
      attributes.set("style", isGone ? "filled,dashed" : "filled")
    } else if row.mark == .leak, !isGone, words.isSource(life) {
      attributes.set("shape", "box3d")
      attributes.set("margin", "0.12,0.09")
      attributes.set("style", "filled")
    } else if isGone {
      attributes.set("style", "rounded,filled,dashed")
    }
    if isGone, row.mark != .leak {
      attributes.set("fillcolor", GraphPalette.finishedFill)
      attributes.set("fontcolor", GraphPalette.finishedText)
      attributes.set("color", GraphPalette.finishedLine)
    } else {
      attributes.set("color", GraphPalette.line(of: row.mark))
    }
    if onPath.contains(life.number), !isGone { attributes.set("penwidth", "2") }
    let file = life.site.file.shortenedAtBeginning(to: 100)
    attributes.setTooltip("\(life.site.operatorName.shortened(to: 60))  \(file):\(life.site.line)")
    if let address = options.links?.address(of: life.site) {
      attributes.setAddress(address)
    }
    return "s\(row.life) \(attributes.text);"
  }

  private func label(of row: TreePlan.Row, _ life: Life) -> [GraphLine] {
    let place = places.text(life.site, limit: 32)
    var lines: [GraphLine] = [GraphLine(words.name(of: life), limit: 32), "\(place) · #\(life.number)"]
    var facts = [state(of: life, row)]
    if row.parent == nil, trace.forest.knowsValues { facts.append("\(life.values) next") }
    lines.append(GraphLine(facts.joined(separator: " · ")))
    if row.more > 0 || row.folded > 0 {
      let more = row.more > 0 ? ["\(row.more) more like it"] : []
      let folded = row.folded > 0 ? ["+\(row.folded) folded"] : []
      lines.append(GraphLine((more + folded).joined(separator: ", ")))
    }
    return lines
  }

  private func state(of life: Life, _ row: TreePlan.Row) -> String {
    let (word, detail) = words.state(of: life)
    let shownDetail = (detail ?? "").shortened(to: 40)
    let isRoot = row.parent == nil
    if life.isAlive {
      let age = isRoot && !options.isStable ? " " + age(of: life) : ""
      return word + age + shownDetail
    }
    guard !options.isStable else {
      return word.prefix { $0 != " " } + (trace.leakIndex(of: life.number) == nil ? "" : Wording.leaked)
    }
    return word + " " + words.unit.name + shownDetail
  }

  private func age(of life: Life) -> String {
    words.unit.named(trace.forest.duration(of: life), digits: 2)
  }

  func edge(_ row: TreePlan.Row, to downstream: TreePlan.Row) -> String {
    guard let life = trace.forest[row.life], let below = trace.forest[downstream.life] else { return "" }
    var attributes = DotAttributes()
    let inner = life.innerNumber > 0 ? "[\(life.innerNumber)] " : ""
    switch row.edge {
    case .control:
      attributes.set("style", "dotted")
      attributes.set("arrowhead", "tee")
      attributes.set("color", GraphPalette.finishedLine)
      attributes.set("label", lines: [GraphLine(Self.controlWord(of: below))])
    case .broken:
      attributes.set("color", GraphPalette.leak)
      attributes.set("fontcolor", GraphPalette.leak)
      attributes.set("penwidth", "2")
      attributes.set("arrowhead", "obox")
      attributes.set("label", "  dispose not\\l  passed on\\l")
    case .data, .root:
      attributes.set("label", lines: [" \(inner)\(trace.forest.knowsValues ? "\(life.values)" : "")"])
      if !life.isAlive { attributes.set("style", "dashed") }
      if life.isAlive || row.mark == .leak {
        attributes.set("color", GraphPalette.line(of: row.mark))
      } else {
        attributes.set("color", GraphPalette.finishedLine)
        attributes.set("fontcolor", GraphPalette.finishedText)
      }
      attributes.set("penwidth", Self.penWidth(life.values))
    }
    return "s\(row.life) -> s\(downstream.life) \(attributes.text);"
  }

  /// `until` for `take(until:)`; `control` where the operator's name does not tell.
  private static func controlWord(of life: Life) -> String {
    let name = life.site.operatorName
    guard name.utf8.count < 40, name.hasSuffix(":)"), let open = name.lastIndex(of: "(") else {
      return "control"
    }
    let word = name[name.index(after: open)...].prefix { $0 != ":" }
    return word.isEmpty ? "control" : String(word)
  }

  /// From 1 for none, a little more for each decimal place of the number of values, at most 3.
  private static func penWidth(_ values: UInt64) -> String {
    let tenths = values == 0 ? 10 : min(10 + 4 * String(values).utf8.count, 30)
    return decimal(UInt64(tenths), per: 10, digits: 1)
  }
}
