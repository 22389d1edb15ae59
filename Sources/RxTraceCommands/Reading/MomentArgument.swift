import ArgumentParser
import TraceAnalysis

/// A moment of a recording as it is typed: `5.001`, `5s` or `+5s` from its start, `-2s` from its end, or a
/// mark's text.
enum MomentArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
  case afterStart(DurationArgument)
  case beforeEnd(DurationArgument)
  case mark(String)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    if let length = DurationArgument(argument: argument) {
      self = .afterStart(length)
    } else if argument.hasPrefix("+"), let length = DurationArgument(argument: String(argument.dropFirst())) {
      self = .afterStart(length)
    } else if argument.hasPrefix("-"), let length = DurationArgument(argument: String(argument.dropFirst())) {
      self = .beforeEnd(length)
    } else {
      self = .mark(argument)
    }
  }

  /// As somebody may type it.
  var description: String {
    switch self {
    case .afterStart(let distance): Self.typed(distance)
    case .beforeEnd(let distance): "-" + Self.typed(distance)
    case .mark(let text): text
    }
  }

  private static func typed(_ distance: DurationArgument) -> String {
    TimeUnit(for: distance.nanoseconds).named(distance.nanoseconds).filter { $0 != " " }
  }

  /// On the recording's clock, within the recording. Of marks with the same text the first.
  ///
  /// - Parameter option: refuses, in its name, a time outside of the recording; nil takes its nearer end for
  ///   such a time.
  func time(in forest: Forest, for option: String? = nil) throws(CommandFailure) -> UInt64 {
    let length = forest.ended - forest.began
    switch self {
    case .afterStart(let distance), .beforeEnd(let distance):
      if let option, distance.nanoseconds > length { throw outside(length, option, distance.nanoseconds) }
      let distance = min(distance.nanoseconds, length)
      if case .afterStart = self { return forest.began + distance }
      return forest.ended - distance
    case .mark(let text):
      if let mark = forest.marks.first(where: { $0.text == text }) {
        return min(max(mark.time, forest.began), forest.ended)
      }
      throw Self.unknown(text, forest.marks.map(\.text))
    }
  }

  /// The refusal of a time that lies outside of a recording of this length.
  private func outside(_ length: UInt64, _ option: String, _ distance: UInt64) -> CommandFailure {
    let time = TimeUnit(for: distance).named(distance)
    let long = "the recording, which is \(TimeUnit(for: length).named(length)) long"
    let words =
      if case .beforeEnd = self {
        "-\(time) is before the beginning of \(long); type a shorter time"
      } else {
        "\(time) is after the end of \(long); type a time before that, or -1s for one from the end"
      }
    return CommandFailure("\(option): \(words)", status: ExitStatus.usage)
  }

  private static func unknown(_ text: String, _ marks: [String]) -> CommandFailure {
    var seen = Set<String>()
    let names = marks.filter { seen.insert($0).inserted }
    let known =
      names.isEmpty
      ? "the recording has no marks"
      : "its marks are \(names.prefix(5).map(\.shellWord).joined(separator: ", "))"
    return CommandFailure(
      "\(text.shellWord) is neither a time (5s, 5.001, -2s) nor a mark of the recording; \(known)",
      status: ExitStatus.usage)
  }
}
