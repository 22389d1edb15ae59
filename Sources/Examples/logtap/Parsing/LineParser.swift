/// Reads lines of logs: a time, a source, a message. Bytes may be anything; what is no text is replaced.
struct LineParser: Sendable {
  static let longestSource = 64
  static let longestMessage = 160

  private var timestamps = TimestampReader()

  /// The content of the line; nil if it has no time or no source.
  mutating func parse(_ line: [UInt8]) -> Entry? {
    var cursor = ByteCursor(line)
    cursor.skipSpaces()
    if let timestamp = timestamps.read(&cursor) { return Self.entry(timestamp, &cursor) }
    // Some put their name before the time.
    guard let name = cursor.word().flatMap({ Self.name(of: $0) }) else { return nil }
    cursor.skipSpaces()
    while cursor.skip(.minus) { cursor.skipSpaces() }
    guard let timestamp = timestamps.read(&cursor) else { return nil }
    _ = cursor.skip(.colon)
    return Self.entry(timestamp, name, &cursor)
  }

  private static func entry(_ timestamp: Timestamp, _ cursor: inout ByteCursor) -> Entry? {
    let isTabbed = cursor.next == .tab
    while cursor.skip(.space, .tab, .colon, .comma, .minus) {}
    if isTabbed {
      guard let name = cursor.bytes(until: .tab).flatMap({ text($0, longestSource) }) else { return nil }
      return entry(timestamp, name, &cursor)
    }
    guard let first = cursor.word() else { return nil }
    if timestamp.form == .iso, let verb = PackageVerb(first) {
      let name = verb.package(&cursor).flatMap { Self.name(of: $0) } ?? "dpkg"
      return entry(timestamp, name, message: cursor.bytes[first.startIndex...])
    }
    let name: ArraySlice<UInt8>? =
      if first.last != .colon, timestamp.form == .iso || timestamp.form == .syslog {
        // A host may stand before the program, which then has a colon behind it.
        cursor.attempt { cursor in
          cursor.skipSpaces()
          guard let second = cursor.word(), second.last == .colon else { return nil }
          return second
        }
      } else {
        nil
      }
    guard let name = Self.name(of: name ?? first) else { return nil }
    return entry(timestamp, name, &cursor)
  }

  private static func entry(_ timestamp: Timestamp, _ source: String, _ cursor: inout ByteCursor) -> Entry {
    cursor.skipSpaces()
    return entry(timestamp, source, message: cursor.rest)
  }

  private static func entry(
    _ timestamp: Timestamp, _ source: String, message: ArraySlice<UInt8>
  ) -> Entry {
    Entry(
      time: timestamp.time, stamp: stamp(timestamp), source: source,
      message: text(message, longestMessage) ?? "", isTrouble: Trouble.isIn(message))
  }

  private static func stamp(_ timestamp: Timestamp) -> String {
    switch timestamp.form {
    case .uptime: "up \(timestamp.time.components.seconds) s"
    case .syslog: String(CivilTime(sinceEpoch: timestamp.time).description.dropFirst(5))
    case .iso, .web, .epoch: CivilTime(sinceEpoch: timestamp.time).description
    }
  }

  /// A name without the colon, brackets and process number that some put around it.
  private static func name(of word: ArraySlice<UInt8>) -> String? {
    var word = word
    if word.last == .colon { word = word.dropLast() }
    if word.last == .closeBracket, let open = word.lastIndex(of: .openBracket), open > word.startIndex {
      word = word[..<open]
    } else if word.first == .openBracket, word.last == .closeBracket {
      word = word.dropFirst().dropLast()
    }
    return text(word, longestSource)
  }

  /// Nil for no text at all.
  private static func text(_ bytes: ArraySlice<UInt8>, _ longest: Int) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes.prefix(longest), as: UTF8.self)
  }
}

/// The words with which a line of dpkg's log says what it is about.
private enum PackageVerb: String {
  case install, upgrade, remove, purge, configure, trigproc, disappear
  /// The package comes after its state.
  case status
  /// Not of one package.
  case startup, conffile

  init?(_ word: ArraySlice<UInt8>) {
    guard word.count <= 9 else { return nil }
    self.init(rawValue: String(decoding: word, as: UTF8.self))
  }

  /// Goes past the package's name; nil if the line is not of one.
  func package(_ cursor: inout ByteCursor) -> ArraySlice<UInt8>? {
    switch self {
    case .startup, .conffile: return nil
    case .status:
      cursor.skipSpaces()
      guard cursor.word() != nil else { return nil }
      fallthrough
    default:
      cursor.skipSpaces()
      return cursor.word()
    }
  }
}

/// Words that mean trouble.
enum Trouble {
  private static let words: [[UInt8]] = [
    "error", "errors", "fail", "failed", "failing", "failure", "fatal", "panic", "critical", "emergency",
    "denied", "refused", "segfault", "abort", "aborted", "corrupt", "corrupted",
  ].map { Array($0.utf8) }

  /// True if one of the words is in a text, as a word and in either case. Looks at the first 4 KiB.
  ///
  /// `libgpg-error-dev` is one word, and means no trouble.
  static func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    var word: [UInt8] = []
    for byte in text.prefix(4096) {
      if isPartOfWord(byte) {
        word.append(byte.lowercased)
      } else {
        if words.contains(word) { return true }
        word.removeAll(keepingCapacity: true)
      }
    }
    if word.last == .dot { word.removeLast() }
    return words.contains(word)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "-_./+".utf8.contains(byte)
  }
}
