/// The part of a line that a call site is about: the operator's name with its arguments, as far as they end
/// in the line.
package struct SourceMark: Hashable {
  package let range: Range<String.Index>

  /// Nil for a line without text. A line in which the operator is not found, or is found several times, is
  /// meant whole.
  ///
  /// - Parameter operatorName: as in the recording: `take(until:)`, `interval(250ms)`, `map`.
  package init?(of operatorName: String, in line: String) {
    guard let start = line.firstIndex(where: { !$0.isWhitespace }),
      let last = line.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    let word = operatorName.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let found = Self.words(word, in: line)
    guard found.count == 1, let name = found.first else {
      range = start..<line.index(after: last)
      return
    }
    range = name.lowerBound..<Self.end(ofCall: name, in: line)
  }

  /// Where the word stands by itself.
  private static func words(_ word: Substring, in line: String) -> [Range<String.Index>] {
    guard !word.isEmpty else { return [] }
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    return line.ranges(of: word).filter { range in
      let isBegun = range.lowerBound == line.startIndex || !isPart(line[line.index(before: range.lowerBound)])
      return isBegun && (range.upperBound == line.endIndex || !isPart(line[range.upperBound]))
    }
  }

  /// Behind the arguments in parentheses, where they end in the line.
  private static func end(ofCall name: Range<String.Index>, in line: String) -> String.Index {
    guard name.upperBound < line.endIndex, line[name.upperBound] == "(" else { return name.upperBound }
    var depth = 0
    for index in line[name.upperBound...].indices {
      if line[index] == "(" { depth += 1 }
      if line[index] == ")" { depth -= 1 }
      if depth == 0 { return line.index(after: index) }
    }
    return name.upperBound
  }
}
