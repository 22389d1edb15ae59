/// A table in Markdown whose columns line up in plain text as well. The first two columns are flush left.
struct TextTable {
  private var lines: [[String]]
  private let flushLeft: Int

  init(_ header: [String], flushLeft: Int = 2) {
    lines = [header]
    self.flushLeft = flushLeft
  }

  mutating func add(_ line: [String]) { lines.append(line) }

  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    func padded(_ word: String, _ column: Int) -> String {
      let padding = String(repeating: " ", count: widths[column] - word.count)
      return column < flushLeft ? word + padding : padding + word
    }
    var rows = lines.map { line in
      "| " + line.enumerated().map { padded($1, $0) }.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      column < flushLeft
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    rows.insert("| " + rule.joined(separator: " | ") + " |", at: 1)
    return rows.joined(separator: "\n")
  }
}

extension Double {
  /// Three digits or more, none that says nothing.
  var short: String {
    guard isFinite else { return "-" }
    if self >= 100 { return "\(Int(rounded()))" }
    let decimals = self >= 10 ? 10.0 : 100.0
    let scaled = (self * decimals).rounded() / decimals
    let text = "\(scaled)"
    if text == "-0.0" { return "0" }
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
