/// Goes through one line of text, byte by byte.
struct LineCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  var isAtEnd: Bool { rest.isEmpty }
  /// The rest of the line, as text. Bytes that are no UTF-8 are replaced.
  var text: String { String(decoding: rest, as: UTF8.self) }

  /// Takes `word` if it comes next.
  mutating func take(_ word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { rest.starts(with: $0) }
    if isNext { rest = rest.dropFirst(word.utf8CodeUnitCount) }
    return isNext
  }

  /// Takes what comes before `byte`, and the byte; nothing if it does not come.
  mutating func take(upTo byte: UInt8) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: byte) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// Takes a decimal number that fits; nothing if none comes.
  mutating func takeNumber<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type = Number.self)
    -> Number?
  {
    let digits = rest.prefix { $0 &- 0x30 < 10 }
    guard let number = Number(decimal: digits) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  /// Takes everything up to the end of `word`, where it comes first; nothing if it does not come.
  mutating func skip(past word: [UInt8]) -> Bool {
    guard let start = rest.firstIndex(of: word) else { return false }
    rest = rest[(start + word.count)...]
    return true
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Nil for what is empty, no number or too large.
  init?(decimal digits: ArraySlice<UInt8>) {
    guard !digits.isEmpty else { return nil }
    var number: Self = 0
    for digit in digits {
      let value = digit &- 0x30
      guard value < 10 else { return nil }
      let (shifted, over) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(Self(value))
      guard !over, !carry else { return nil }
      number = sum
    }
    self = number
  }
}

extension ArraySlice<UInt8> {
  /// Where `word`, which is not empty, stands first.
  func firstIndex(of word: [UInt8]) -> Int? {
    guard word.count <= count else { return nil }
    return (startIndex...(endIndex - word.count)).first {
      self[$0] == word[0] && self[$0...].starts(with: word)
    }
  }

  func ends(with word: StaticString) -> Bool {
    word.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}

/// Seconds with a fraction, as tracers print times.
enum DecimalSeconds {
  /// Nil for what is no such number, or too large.
  static func nanoseconds(_ text: ArraySlice<UInt8>) -> UInt64? {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...9).contains(parts[1].count), let seconds = UInt64(decimal: parts[0]),
      seconds < 1 << 33, var fraction = UInt64(decimal: parts[1])
    else { return nil }
    for _ in parts[1].count..<9 { fraction *= 10 }
    return seconds * 1_000_000_000 + fraction
  }
}
