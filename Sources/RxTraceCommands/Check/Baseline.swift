import Glibc
import ProcessInspection
import TraceAnalysis
import TraceRendering

/// Leaks that are known: a fingerprint a line, perhaps in how many places and until which day it is accepted,
/// and a comment.
///
///     3f9c1a in 1 place until 2027-01-31  # Cache.swift:88 dispose was not passed on
struct Baseline {
  struct Entry {
    /// In how many places a recording may have it; nil for any number.
    var places: Int?
    /// The last day on which it is accepted; nil for ever.
    var until: String?
  }

  /// A leak that there is, for the baseline.
  struct Line {
    let fingerprint: Fingerprint
    let place: String
    let count: Int
    /// The kind of leak, and how sure it is.
    let title: String
    let confidence: String
  }

  private(set) var known: [Fingerprint: Entry] = [:]

  /// The fault of the first line that cannot be read, if there is one.
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
      guard let entry = Entry(words.dropFirst()) else { throw Problem(line: index + 1) }
      known[fingerprint] = entry
    }
  }

  /// The content of a file; empty where none is named.
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
        "\(path.shellWord) line \(problem.line): no fingerprint; a line is FINGERPRINT [in 2 places] [until 2027-01-31] [# comment]",
        status: ExitStatus.unreadableInput)
    } catch {
      throw CommandFailure(
        "cannot read \(path.shellWord): \(error); make it with rxtrace check --write-baseline",
        status: ExitStatus.unreadableInput)
    }
  }

  /// The leaks that are accepted on `day`, a day as `2027-01-31`, of leaks that are in so many places.
  func accepted(_ places: [Fingerprint: Int], on day: String) -> Set<Fingerprint> {
    Set(known.keys.filter { refusal(of: $0, in: places[$0] ?? 0, on: day) == nil })
  }

  /// Why what it knows is not accepted on `day`: `3f9c1a was accepted until 2020-01-01`.
  func refusals(of places: [Fingerprint: Int], on day: String) -> [String] {
    known.keys.sorted().compactMap { fingerprint in
      places[fingerprint].flatMap { refusal(of: fingerprint, in: $0, on: day) }
    }
  }

  private func refusal(of fingerprint: Fingerprint, in places: Int, on day: String) -> String? {
    guard let entry = known[fingerprint] else { return nil }
    if let until = entry.until, day > until { return "\(fingerprint) was accepted until \(until)" }
    guard let accepted = entry.places, places > accepted else { return nil }
    return "\(fingerprint) is accepted in \(plural(accepted, "place")), and is in \(places)"
  }

  /// Lines for these leaks, sorted, with every place; what was accepted until a day still is.
  func text(for leaks: [Line]) -> String {
    Dictionary(grouping: leaks, by: \.fingerprint).sorted { $0.key < $1.key }.map { fingerprint, leaks in
      var seen = Set<String>()
      let places = leaks.filter { seen.insert($0.place).inserted }
      let until = known[fingerprint]?.until.map { " until \($0)" } ?? ""
      let count = places.reduce(0) { $0 + $1.count }
      let comment =
        "\(places.map(\.place).joined(separator: ", ")) \(leaks[0].title) (\(count), \(leaks[0].confidence))"
      return "\(fingerprint) in \(plural(places.count, "place"))\(until)  # \(comment.visible)\n"
    }.joined()
  }

  /// The day in universal time.
  static var today: String {
    String(WallClockText(nanoseconds: UInt64(max(0, time(nil))) * 1_000_000_000).description.prefix(10))
  }
}

extension Baseline.Entry {
  /// Of the words behind a fingerprint; nil where they say something else.
  fileprivate init?(_ words: ArraySlice<Substring>) {
    var rest = words
    if rest.first == "in" {
      guard rest.count >= 3, let places = Int(rest[rest.startIndex + 1]), places > 0,
        ["place", "places"].contains(rest[rest.startIndex + 2])
      else { return nil }
      self.places = places
      rest = rest.dropFirst(3)
    }
    if rest.first == "until", rest.count == 2, let day = rest.last, Self.isDay(day) {
      until = String(day)
      rest = []
    }
    guard rest.isEmpty else { return nil }
  }

  private static func isDay(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
      }
  }
}
