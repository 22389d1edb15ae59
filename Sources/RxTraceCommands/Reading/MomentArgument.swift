import ArgumentParser
import TraceAnalysis

/// A moment of a recording as it is typed: `5.001`, `5s` or `+5s` from its start, `-2s` from its end, or a mark's text.
enum MomentArgument: ExpressibleByArgument, Hashable {
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

  /// On the recording's clock, within the recording. Of marks with the same text the first.
  ///
  /// - Parameter option: refuses, in its name, a time after the end; nil takes the end for such a time.
  func time(in forest: Forest, for option: String? = nil) throws(CommandFailure) -> UInt64 {
    let length = forest.ended - forest.began
    switch self {
    case .afterStart(let distance) where option != nil && distance.nanoseconds > length:
      let unit = TimeUnit(for: length)
      throw CommandFailure(
        "\(option ?? ""): \(TimeUnit(for: distance.nanoseconds).named(distance.nanoseconds)) is after the end of the "
          + "recording, which is \(unit.named(length)) long; type a time before that, or -1s for one from the end",
        status: ExitStatus.usage)
    case .afterStart(let distance): return forest.began + min(distance.nanoseconds, length)
    case .beforeEnd(let distance): return forest.ended - min(distance.nanoseconds, length)
    case .mark(let text):
      if let mark = forest.marks.first(where: { $0.text == text }) {
        return min(max(mark.time, forest.began), forest.ended)
      }
      throw Self.unknown(text, forest.marks.map(\.text))
    }
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
