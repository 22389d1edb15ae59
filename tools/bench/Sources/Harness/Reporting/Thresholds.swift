/// What a unit of each row may cost at most: the file that gates.
///
///     # a comment
///     fan-out 1      65.2   0
///     row            instructions   allocations
struct Thresholds {
  struct Figures: Equatable {
    /// Nil where it was not counted.
    var instructions: Double?
    var allocations: Double?
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var rows: [(name: String, figures: Figures)] = []

  /// A twentieth more than was counted; for allocations, of which there are few, only what rounding may add.
  init(around counted: [String: Figures], order: [String]) {
    for name in order {
      guard let figures = counted[name] else { continue }
      rows.append(
        (
          name,
          Figures(
            instructions: figures.instructions.map { ($0 * 10.5).rounded(.up) / 10 },
            allocations: figures.allocations.map { ($0 * 100).rounded() / 100 + 0.02 })
        ))
    }
  }

  init(text: String) throws(Malformed) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ")
      if words.isEmpty || line.hasPrefix("#") { continue }
      guard words.count >= 3, let instructions = Double(words[words.count - 2]),
        let allocations = Double(words[words.count - 1])
      else {
        throw Malformed(
          description: "line \(index + 1) of the thresholds: expected ROW INSTRUCTIONS ALLOCATIONS")
      }
      let name = words.dropLast(2).joined(separator: " ")
      rows.append((name, Figures(instructions: instructions, allocations: allocations)))
    }
  }

  /// A line for each figure above its threshold, for each row that is no more, and for each that has no threshold.
  func violations(by counted: [String: Figures], checkingInstructions: Bool) -> [String] {
    var lines: [String] = []
    for (name, limit) in rows {
      guard let figures = counted[name] else {
        lines.append("\(name): there is no such row")
        continue
      }
      if checkingInstructions {
        lines += Self.violation(name, "instructions", figures.instructions, limit.instructions)
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
    let lines = rows.map { name, figures in
      name + String(repeating: " ", count: width + 2 - name.count)
        + "\(figures.instructions?.short ?? "0")  \(figures.allocations?.short ?? "0")"
    }
    let head = """
      # What a unit may cost at most: instructions (callgrind), allocations. tools/checks/counts holds the rows of
      # tools/bench against it; tools/checks/counts --update writes it anew, a twentieth above what is counted.
      """
    return head + "\n" + lines.joined(separator: "\n") + "\n"
  }
}
