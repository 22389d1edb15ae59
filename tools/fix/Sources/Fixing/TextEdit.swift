/// A place in a text, in bytes, and the text that takes its place.
struct TextEdit: Hashable, Sendable {
  let range: Range<Int>
  let replacement: String

  init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  static func insert(_ text: String, at offset: Int) -> TextEdit { TextEdit(offset..<offset, text) }
  static func remove(_ range: Range<Int>) -> TextEdit { TextEdit(range, "") }
}

extension [TextEdit] {
  /// The edits of both, where no two of them change the same bytes; equal ones are made once. Nil where two meet.
  func merged(with others: [TextEdit]) -> [TextEdit]? {
    var all = self
    for other in others where !all.contains(other) {
      let meets = all.contains { edit in
        edit.range.overlaps(other.range) || edit.range.lowerBound == other.range.lowerBound
          || edit.range.contains(other.range.lowerBound) || other.range.contains(edit.range.lowerBound)
      }
      if meets { return nil }
      all.append(other)
    }
    return all
  }

  /// The text with all of them made. Of two at one place, the first comes first.
  func applied(to bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    var next = 0
    let sorted = self.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, edit) in sorted {
      precondition(edit.range.lowerBound >= next, "two edits change the same text")
      out += bytes[next..<edit.range.lowerBound]
      out += [UInt8](edit.replacement.utf8)
      next = edit.range.upperBound
    }
    out += bytes[next...]
    return String(decoding: out, as: UTF8.self)
  }
}
