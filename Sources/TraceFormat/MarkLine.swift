/// A mark that somebody made from outside the recorded process: one line of the file beside the recording.
///
///     mark CHECKSUM IDENTITY NANOSECONDS TEXT
///
/// The checksum covers everything behind it, so that a line that was cut, or changed by hand, is known as
/// such.
package struct MarkLine: Hashable, Sendable {
  /// Of the recording that it belongs to: the 16 bytes of its header.
  package let identity: [UInt8]
  /// In nanoseconds of `CLOCK_MONOTONIC`.
  package let time: UInt64
  package let text: String

  /// The bytes with which every line begins, and so the file.
  package static let beginning = Array("mark ".utf8)
  /// A text is cut after so many bytes, as a mark of the program's own is.
  package static let longestText = 4096
  /// No line is longer: a byte of the text takes four at most.
  static let longest = 4 * longestText + 128

  private static let identitySize = 16
  private static let ellipsis = "…"

  /// - Parameter text: cut where it is too long; it then ends in an ellipsis.
  package init(_ text: String, at time: UInt64, of identity: [UInt8]) {
    self.identity = identity
    self.time = time
    self.text = Self.cut(text)
  }

  /// The line, with its end.
  package var bytes: [UInt8] {
    let told = Hexadecimal.text(identity) + " \(time) "
    let signed = Array(told.utf8) + Self.escaped(text)
    let sum = signed.withUnsafeBytes(checksum)
    return Self.beginning + Hexadecimal.text(sum) + [0x20] + signed + [0x0a]
  }

  /// Reads a line without its end. Nil for one that makes no sense.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.count <= Self.longest, line.starts(with: Self.beginning) else { return nil }
    var rest = line.dropFirst(Self.beginning.count)
    guard let sum = Self.word(&rest).flatMap(Hexadecimal.bytes), sum.count == 4,
      rest.withUnsafeBytes(checksum) == sum.reduce(0, { $0 << 8 | UInt32($1) }),
      let identity = Self.word(&rest).flatMap(Hexadecimal.bytes), identity.count == Self.identitySize,
      let time = Self.word(&rest).flatMap(Self.number), let text = Self.unescaped(rest)
    else { return nil }
    self.identity = identity
    self.time = time
    self.text = text
  }

  private static func cut(_ text: String) -> String {
    let utf8 = Array(text.utf8)
    guard utf8.count > longestText else { return text }
    var count = longestText - ellipsis.utf8.count
    while count > 0, utf8[count] & 0xc0 == 0x80 { count -= 1 }
    return String(decoding: utf8[..<count], as: UTF8.self) + ellipsis
  }

  /// Takes what stands before the next space, and the space.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0x20) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  /// A backslash is `\\`; what would end the line, or act on a terminal, is `\xNN`.
  private static func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"): [byte, byte]
      case ..<0x20, 0x7f: Array("\\x".utf8) + Hexadecimal.text([byte]).utf8
      default: [byte]
      }
    }
  }

  private static func unescaped(_ line: ArraySlice<UInt8>) -> String? {
    guard line.contains(UInt8(ascii: "\\")) else { return String(decoding: line, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "x"):
        guard let escaped = Hexadecimal.bytes(rest.prefix(2)), escaped.count == 1 else { return nil }
        bytes += escaped
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Small letters, two digits a byte.
private enum Hexadecimal {
  static func text(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }

  /// The number's eight digits.
  static func text(_ number: UInt32) -> [UInt8] {
    Array(text([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }).utf8)
  }

  /// Nil for what is not made of pairs of digits.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var rest = text
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let high = digit(high), let low = digit(low) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
