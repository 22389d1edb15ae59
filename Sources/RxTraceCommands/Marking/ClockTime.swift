import Glibc

/// A time of the clock: `12:03`, `12:03:04.5`, of this machine's time zone, or `12:03:04Z`, of universal
/// time.
struct ClockTime: Hashable {
  private let hours: Int32
  private let minutes: Int32
  private let seconds: Int32
  private let nanoseconds: UInt64
  private let isUniversal: Bool

  /// Nil for what no clock shows.
  init?(_ text: String) {
    isUniversal = text.hasSuffix("Z")
    let parts = (isUniversal ? text.dropLast() : text[...]).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hours = Self.number(parts[0], below: 24),
      let minutes = Self.number(parts[1], below: 60)
    else { return nil }
    (self.hours, self.minutes) = (hours, minutes)
    guard parts.count == 3 else {
      (seconds, nanoseconds) = (0, 0)
      return
    }
    let whole = parts[2].prefix { $0 != "." }
    guard let seconds = Self.number(whole, below: 60) else { return nil }
    self.seconds = seconds
    guard whole.count < parts[2].count else {
      nanoseconds = 0
      return
    }
    guard let fraction = DurationArgument(argument: "0" + parts[2].dropFirst(whole.count) + "s") else {
      return nil
    }
    nanoseconds = fraction.nanoseconds
  }

  private static func number(_ text: Substring, below limit: Int32) -> Int32? {
    guard 1...2 ~= text.utf8.count, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int32(text).flatMap { $0 < limit ? $0 : nil }
  }

  /// When a clock last showed this, not later than `end`; both in nanoseconds since 1970.
  func last(upTo end: UInt64) -> UInt64? {
    for daysBefore: Int32 in 0...1 {
      guard var day = parts(of: end) else { return nil }
      day.tm_mday -= daysBefore
      (day.tm_hour, day.tm_min, day.tm_sec, day.tm_isdst) = (hours, minutes, seconds, -1)
      let found = isUniversal ? timegm(&day) : mktime(&day)
      guard found >= 0 else { return nil }
      let time = UInt64(found) * 1_000_000_000 + nanoseconds
      if time <= end { return time }
    }
    return nil
  }

  /// `2026-11-21 12:03:04`, of the same time zone.
  func text(_ time: UInt64) -> String {
    guard !isUniversal, let day = parts(of: time) else { return "\(WallClockText(nanoseconds: time))" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day.tm_year + 1900)-\(two(day.tm_mon + 1))-\(two(day.tm_mday)) "
      + "\(two(day.tm_hour)):\(two(day.tm_min)):\(two(day.tm_sec))"
  }

  private func parts(of time: UInt64) -> tm? {
    var seconds = time_t(time / 1_000_000_000)
    var parts = tm()
    return (isUniversal ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)).map { _ in parts }
  }
}
