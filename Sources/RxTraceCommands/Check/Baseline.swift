import Glibc
import ProcessInspection
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
    // A line may end with "\r\n", which is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      guard let first = words.first else { continue }
      guard let fingerprint = Fingerprint(first) else { throw Problem(line: index + 1) }
      switch words.count {
      case 1: known[fingerprint] = .some(nil)
      case 3 where words[1] == "until" && Self.isDay(words[2]): known[fingerprint] = String(words[2])
      default: throw Problem(line: index + 1)
      }
    }
  }

  /// What a file holds; nothing where none is named.
  init(file path: String?) throws(CommandFailure) {
    guard let path else {
      self.init()
      return
    }
    do {
      let file = try FileBytes(path: path)
      guard let bytes = file.read(at: 0, count: file.size) else { throw SystemError(EFBIG) }
      try self.init(String(decoding: bytes, as: UTF8.self))
    } catch let problem as Problem {
      throw CommandFailure(
        "\(path.shellWord) line \(problem.line): not a fingerprint, perhaps with `until 2027-01-31`, and a # comment",
        status: ExitStatus.unreadableInput)
    } catch {
      throw CommandFailure(
        "cannot read \(path.shellWord): \(error); make it with rxtrace check --write-baseline",
        status: ExitStatus.unreadableInput)
    }
  }

  /// What is accepted on `day`.
  func accepted(on day: String) -> Set<Fingerprint> { Set(known.keys.filter { accepts($0, on: day) }) }

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
