import Glibc
import TraceAnalysis

/// Leaks that are known: a fingerprint a line, perhaps the day until which it is accepted, and a comment.
///
///     3f9c1a until 2027-01-31  # Cache.swift:88 dispose was not passed on
struct Baseline {
  private(set) var known: [Fingerprint: String?] = [:]

  /// What is wrong with the first line that cannot be read, if there is one.
  struct Problem: Error { let line: Int }

  /// Of which nothing is known.
  init() {}

  init(_ text: String) throws(Problem) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first else { continue }
      guard let fingerprint = Fingerprint(first) else { throw Problem(line: index + 1) }
      switch words.count {
      case 1: known[fingerprint] = .some(nil)
      case 3 where words[1] == "until" && Self.isDay(words[2]): known[fingerprint] = String(words[2])
      default: throw Problem(line: index + 1)
      }
    }
  }

  /// Whether a leak is accepted on `day`, a day as `2027-01-31`.
  func accepts(_ fingerprint: Fingerprint, on day: String) -> Bool {
    guard let end = known[fingerprint] else { return false }
    return end.map { day <= $0 } ?? true
  }

  /// Lines for these leaks, sorted; what was accepted until a day still is.
  func text(for leaks: [(fingerprint: Fingerprint, comment: String)]) -> String {
    var comments: [Fingerprint: String] = [:]
    for leak in leaks { comments[leak.fingerprint] = comments[leak.fingerprint] ?? leak.comment }
    return comments.sorted { $0.key < $1.key }.map { fingerprint, comment in
      let until = (known[fingerprint] ?? nil).map { " until \($0)" } ?? ""
      return "\(fingerprint)\(until)  # \(comment.visible)\n"
    }.joined()
  }

  /// The day in universal time.
  static var today: String {
    String(WallClockText(nanoseconds: UInt64(max(0, time(nil))) * 1_000_000_000).description.prefix(10))
  }

  private static func isDay(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
      }
  }
}
