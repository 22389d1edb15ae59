/// The highest cost of a unit of each row: the file that gates.
///
///     # a comment
///     fan-out 1      65.2   2.02   0
///     row            instructions   locked   allocations
struct Thresholds {
  struct Figures: Equatable {
    /// Nil where it was not counted.
    var instructions: Double?
    /// The instructions that lock memory.
    var locked: Double?
    var allocations: Double?
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var rows: [(name: String, figures: Figures)] = []

  /// A twentieth more than was counted. Locked instructions and allocations are few: for them only as much more as
  /// rounding may add.
  init(around counted: [String: Figures], order: [String]) {
    for name in order {
      guard let figures = counted[name] else { continue }
      rows.append(
        (
          name,
          Figures(
            instructions: figures.instructions.map { ($0 * 10.5).rounded(.up) / 10 },
            locked: figures.locked.map(Self.justAbove),
            allocations: figures.allocations.map(Self.justAbove))
        ))
    }
  }

  /// Above a figure that repeats, by as much as `short` may take away.
  private static func justAbove(_ figure: Double) -> Double {
    switch figure {
    case ..<9.9: (figure * 100).rounded() / 100 + 0.02
    case ..<99: (figure * 10).rounded(.up) / 10 + 0.1
    default: figure.rounded(.up) + 1
    }
  }

  init(text: String) throws(Malformed) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ")
      if words.isEmpty || line.hasPrefix("#") { continue }
      let figures = words.suffix(3).compactMap { Double($0) }
      guard words.count >= 4, figures.count == 3 else {
        throw Malformed(
          description: "line \(index + 1) of the thresholds: expected ROW INSTRUCTIONS LOCKED ALLOCATIONS")
      }
      let name = words.dropLast(3).joined(separator: " ")
      rows.append(
        (name, Figures(instructions: figures[0], locked: figures[1], allocations: figures[2])))
    }
  }

  /// A line for each figure above its threshold, for each row that is gone, and for each row without a threshold.
  func violations(by counted: [String: Figures], checkingInstructions: Bool) -> [String] {
    var lines: [String] = []
    for (name, limit) in rows {
      guard let figures = counted[name] else {
        lines.append("\(name): there is no such row")
        continue
      }
      if checkingInstructions {
        lines += Self.violation(name, "instructions", figures.instructions, limit.instructions)
        lines += Self.violation(name, "locked instructions", figures.locked, limit.locked)
      }
      lines += Self.violation(name, "allocations", figures.allocations, limit.allocations)
    }
    let known = Set(rows.map(\.name))
    lines += counted.keys.filter { !known.contains($0) }.sorted().map { "\($0): has no threshold" }
    return lines
  }

  private static func violation(_ row: String, _ what: String, _ figure: Double?, _ limit: Double?)
    -> [String]
  {
    guard let limit else { return [] }
    guard let figure else { return ["\(row): \(what) were not counted"] }
    return figure > limit
      ? ["\(row): \(figure.short) \(what) a unit, at most \(limit.short) are allowed"] : []
  }

  var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    func column(_ figure: Double?) -> String {
      let text = figure?.short ?? "0"
      return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
    let lines = rows.map { name, figures in
      name + String(repeating: " ", count: width - name.count)
        + column(figures.instructions) + column(figures.locked) + column(figures.allocations)
    }
    let head = """
      # What a unit may cost at most: instructions (callgrind), those of them that lock memory, allocations.
      # tools/checks/counts holds the rows of tools/bench against it; tools/checks/counts --update writes it anew:
      # instructions a twentieth above what is counted.
      """
    return head + "\n" + lines.joined(separator: "\n") + "\n"
  }
}
