import Glibc

/// A moment as `2026-11-21 07:34:12Z`, in universal time.
struct WallClockText: CustomStringConvertible {
  /// Since 1970.
  let nanoseconds: UInt64

  var description: String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "at an unknown time" }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(Self.twoDigits)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.twoDigits(Int($0)) }
    return date.joined(separator: "-") + " " + clock.joined(separator: ":") + "Z"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
