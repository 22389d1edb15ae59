import ArgumentParser

/// A length of time as it is typed: `500ms`, `2s`, `1.5s`, `1m`. A moment may lack the unit, which is seconds
/// then.
struct DurationArgument: ExpressibleByArgument, Hashable {
  let nanoseconds: UInt64

  var duration: Duration { .nanoseconds(Int64(clamping: nanoseconds)) }

  init?(argument: String) {
    guard let nanoseconds = Self.nanoseconds(argument) else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// The length that `text` is, for an option: with a unit, for `5` may mean seconds or milliseconds. 0 needs
  /// none.
  static func length(_ text: String) throws -> DurationArgument {
    guard let length = DurationArgument(argument: text) else {
      throw ValidationError("'\(text.visible)' is no length of time; type it as 500ms, 2s, 1.5s or 1m.")
    }
    guard text.last?.isLetter == true || length.nanoseconds == 0 else {
      throw ValidationError("'\(text.visible)' has no unit; type \(text.visible)s or \(text.visible)ms.")
    }
    return length
  }

  private static let units: [(name: String, nanoseconds: UInt64)] = [
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ("h", 3_600_000_000_000), ("", 1_000_000_000),
  ]

  /// Nil for what is no length of time, or more than 64 bits of nanoseconds hold (584 years).
  private static func nanoseconds(_ text: String) -> UInt64? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) })?.nanoseconds else {
      return nil
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = UInt64(first) else { return nil }
    var fraction: UInt64 = 0
    if parts.count == 2 {
      // Digits beyond a nanosecond say nothing.
      guard !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber) else { return nil }
      var scale = unit
      for digit in parts[1] {
        scale /= 10
        fraction += UInt64(digit.wholeNumberValue ?? 0) * scale
      }
    }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    let (sum, carry) = product.addingReportingOverflow(fraction)
    return overflow || carry ? nil : sum
  }
}
