/// A JSON value, written with its members in the order in which they were put together.
package enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  case text(String)
  case number(UInt64)
  case real(Double)
  case flag(Bool)
  case null
  case list([JSON])
  case object([(name: String, value: JSON)])

  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral elements: JSON...) { self = .list(elements) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(nilLiteral: ()) { self = .null }

  static func number(_ count: Int) -> JSON { .number(UInt64(max(count, 0))) }
  static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }
  static func number(_ number: UInt64?) -> JSON { number.map { .number($0) } ?? .null }
  static func numbers(_ numbers: some Sequence<Int>) -> JSON { .list(numbers.map { .number($0) }) }

  /// The value on one line.
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Adds the value and the end of its line.
  func writeLine(to bytes: inout [UInt8]) {
    // Moved there and back: a copy for each line would cost more than the line.
    var stream = ByteStream()
    swap(&stream.bytes, &bytes)
    write(to: &stream)
    stream.bytes.append(UInt8(ascii: "\n"))
    swap(&stream.bytes, &bytes)
  }

  private struct ByteStream: TextOutputStream {
    var bytes: [UInt8] = []

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
  }

  package func write(to out: inout some TextOutputStream) {
    switch self {
    case .text(let text): Self.write(text, to: &out)
    case .number(let number): out.write(String(number))
    case .real(let number): out.write(number.isFinite ? String(number) : "null")
    case .flag(let flag): out.write(flag ? "true" : "false")
    case .null: out.write("null")
    case .list(let values):
      out.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { out.write(",") }
        value.write(to: &out)
      }
      out.write("]")
    case .object(let members):
      out.write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { out.write(",") }
        Self.write(member.name, to: &out)
        out.write(":")
        member.value.write(to: &out)
      }
      out.write("}")
    }
  }

  /// A string with its quotes. A character that a terminal or a script might obey is written as an escape.
  private static func write(_ text: String, to out: inout some TextOutputStream) {
    out.write("\"")
    defer { out.write("\"") }
    // Nearly every text is plain: it is written at once.
    guard !text.utf8.allSatisfy(Self.isPlain) else { return out.write(text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out.write("\\\"")
      case "\\": out.write("\\\\")
      case "\n": out.write("\\n")
      case "\t": out.write("\\t")
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || isMark(scalar):
        let digits = String(scalar.value, radix: 16)
        out.write("\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits)
      default: out.write(String(scalar))
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Line separators, and what turns the writing direction: all have four digits.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
  }
}
