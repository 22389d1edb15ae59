/// Settings from a file: keys with values, below the verb that they are for or above all of them. The part of
/// TOML that this needs.
///
///     color = "never"
///
///     [leaks]
///     settle = "2s"
///     full = true
struct ConfigurationFile {
  struct Setting: Hashable {
    enum Value: Hashable {
      case text(String)
      case flag(Bool)
    }

    /// The verb; nil for all.
    let verb: String?
    let key: String
    let value: Value
    let line: Int
  }

  /// Why a line cannot be read.
  struct Problem: Error, Hashable {
    let line: Int
    let words: String
  }

  private(set) var settings: [Setting] = []

  init(_ text: String) throws(Problem) {
    var verb: String?
    // A line may end with "\r\n", which is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, whole) in lines.enumerated() {
      let line = Self.trimmed(whole)
      let number = index + 1
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        let end = line.firstIndex(of: "]") ?? line.endIndex
        guard end < line.endIndex, Self.isOver(line[line.index(after: end)...]) else {
          throw Problem(line: number, words: "a section is written [leaks]")
        }
        verb = String(Self.trimmed(line[line.index(after: line.startIndex)..<end]))
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        throw Problem(line: number, words: "a setting is written key = \"value\"")
      }
      let key = String(Self.trimmed(line[..<equals]))
      guard let value = Self.value(Self.trimmed(line[line.index(after: equals)...])) else {
        throw Problem(
          line: number,
          words: "the value of \(key.visible) is neither a text in quotes, a number, true nor false")
      }
      settings.append(Setting(verb: verb, key: key, value: value, line: number))
    }
  }

  private static func value(_ text: Substring) -> Setting.Value? {
    guard let first = text.first else { return nil }
    if first == "\"" || first == "'" { return quoted(text.dropFirst(), by: first).map { .text($0) } }
    let word = text.prefix { $0 != "#" && $0 != " " && $0 != "\t" }
    guard isOver(text.dropFirst(word.count)) else { return nil }
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    default: return Int(word) != nil || Double(word) != nil ? .text(String(word)) : nil
    }
  }

  private static func quoted(_ text: Substring, by quote: Character) -> String? {
    var value = ""
    var rest = text
    while let character = rest.popFirst() {
      if character == quote { return isOver(rest) ? value : nil }
      guard character == "\\", quote == "\"" else {
        value.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "\"": value.append("\"")
      case "\\": value.append("\\")
      default: return nil
      }
    }
    return nil
  }

  /// Whether nothing but a comment follows.
  private static func isOver(_ text: Substring) -> Bool {
    let rest = trimmed(text)
    return rest.isEmpty || rest.hasPrefix("#")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0.isWhitespace }
    return start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count)
  }
}
