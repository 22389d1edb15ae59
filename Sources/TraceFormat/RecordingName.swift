/// The names of the recordings that lie beside one another: `app.rxtrace`, and `app.4711.rxtrace` beside it.
package enum RecordingName {
  private static let suffix = ".rxtrace"

  /// The name of another recording beside `path`: `app.WORD.rxtrace` beside `app.rxtrace`, `app.WORD` beside
  /// `app`.
  package static func beside(_ path: String, _ word: String) -> String {
    "\(stem(of: path)).\(word)\(ending(of: path))"
  }

  /// The process that has written the recording `other` beside `path`; nil where its name tells of none.
  package static func process(of other: String, beside path: String) -> UInt32? {
    let (start, end) = (stem(of: path) + ".", ending(of: path))
    guard other.hasPrefix(start), other.hasSuffix(end), other.utf8.count > start.utf8.count + end.utf8.count
    else { return nil }
    // A second recording of the same process has a second number.
    let words = other.dropFirst(start.count).dropLast(end.count).split(
      separator: ".", omittingEmptySubsequences: false)
    guard words.count <= 2, words.allSatisfy({ UInt32($0) != nil }) else { return nil }
    return UInt32(words[0])
  }

  private static func ending(of path: String) -> String { stem(of: path) == path ? "" : suffix }

  /// All but the ending. A name that is nothing else has none.
  private static func stem(of path: String) -> String {
    guard path.hasSuffix(suffix) else { return path }
    let stem = path.utf8.dropLast(suffix.utf8.count)
    guard let last = stem.last, last != UInt8(ascii: "/") else { return path }
    return String(path[..<stem.endIndex])
  }
}
