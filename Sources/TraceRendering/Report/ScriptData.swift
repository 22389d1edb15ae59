/// JSON on its way into a page's data block: nothing in it can end the block or begin markup.
enum ScriptData {
  /// A string with its quotes. It is plain ASCII, without `<`, `>` and `&`.
  static func text(_ text: String) -> String {
    var quoted = "\""
    for unit in text.utf16 {
      switch unit {
      case UInt16(UInt8(ascii: "\"")), UInt16(UInt8(ascii: "\\")), 0..<0x20, 0x7f...,
        UInt16(UInt8(ascii: "<")), UInt16(UInt8(ascii: ">")), UInt16(UInt8(ascii: "&")):
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      }
    }
    return quoted + "\""
  }

  static func texts(_ texts: some Sequence<String>) -> String { list(texts.map(text)) }

  static func numbers(_ numbers: some Sequence<some BinaryInteger>) -> String {
    var list = "["
    for number in numbers {
      if list.utf8.count > 1 { list += "," }
      list += String(number)
    }
    return list + "]"
  }

  /// A list of values that are JSON already.
  static func list(_ values: some Sequence<String>) -> String { "[" + values.joined(separator: ",") + "]" }

  /// An object of values that are JSON already.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { text($0.name) + ":" + $0.value }.joined(separator: ",\n") + "}"
  }
}

/// Strings that stand in the data block once, each with its index. 0 is the empty one.
struct StringTable {
  private(set) var strings = [""]
  private var indices = ["": 0]

  /// The index of a text of the traced program, as it may be shown.
  mutating func index(ofUntrusted text: String, limit: Int = 200) -> Int {
    index(of: Escaping(limit: limit)(text).text)
  }

  /// The index of a text that is fit to be shown.
  mutating func index(of text: String) -> Int {
    if let index = indices[text] { return index }
    indices[text] = strings.count
    strings.append(text)
    return strings.count - 1
  }
}
