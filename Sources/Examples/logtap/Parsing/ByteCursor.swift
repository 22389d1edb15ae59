/// Reads one line of a log from left to right. Bytes that do not fit leave the position where it was.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Runs `body`, and goes back if it returns nil.
  mutating func attempt<Result>(_ body: (inout ByteCursor) -> Result?) -> Result? {
    let start = position
    if let result = body(&self) { return result }
    position = start
    return nil
  }

  mutating func advance() { position += 1 }

  /// Goes past one of `choices`.
  @discardableResult
  mutating func skip(_ choices: UInt8...) -> Bool {
    guard let next, choices.contains(next) else { return false }
    position += 1
    return true
  }

  mutating func skipSpaces() { while skip(.space, .tab) {} }

  /// A number of so many digits.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    attempt { cursor in
      var (value, count) = (0, 0)
      while let next = cursor.next, next.isDigit {
        let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tenfold.addingReportingOverflow(Int(next - .zero))
        guard count < digits.upperBound, !overflow, !carry else { return nil }
        value = sum
        count += 1
        cursor.position += 1
      }
      return digits.contains(count) ? value : nil
    }
  }

  /// A fraction of a second after its dot or comma; zero if there is none. Digits below a nanosecond are not looked at.
  mutating func fraction() -> Duration {
    let fraction: Duration? = attempt { cursor in
      guard cursor.skip(.dot, .comma), let first = cursor.next, first.isDigit else { return nil }
      var (nanoseconds, unit) = (0, 100_000_000)
      while let next = cursor.next, next.isDigit {
        nanoseconds += Int(next - .zero) * unit
        unit /= 10
        cursor.position += 1
      }
      return .nanoseconds(nanoseconds)
    }
    return fraction ?? .zero
  }

  /// The bytes up to the next space or the end; nil if there are none.
  mutating func word() -> ArraySlice<UInt8>? { bytes(until: .space, .tab) }

  /// The bytes up to the next of `ends` or the end; nil if there are none.
  mutating func bytes(until ends: UInt8...) -> ArraySlice<UInt8>? {
    let start = position
    while let next, !ends.contains(next) { position += 1 }
    return start == position ? nil : bytes[start..<position]
  }

  var rest: ArraySlice<UInt8> { bytes[position...] }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let space = UInt8(ascii: " ")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  var isDigit: Bool { UInt8.zero <= self && self <= UInt8(ascii: "9") }
  var isLetter: Bool { UInt8(ascii: "a") <= lowercased && lowercased <= UInt8(ascii: "z") }
  var lowercased: UInt8 { UInt8(ascii: "A") <= self && self <= UInt8(ascii: "Z") ? self + 32 : self }
}
