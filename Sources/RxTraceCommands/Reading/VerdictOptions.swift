import ArgumentParser
import TraceAnalysis

/// How verdicts are reached, on every verb that gives some.
struct VerdictOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ignore beginnings and ends in the last part of the recording: 500ms, 2s. Default: 500ms or a tenth of the "
        + "recording, whichever is less, and nothing where the program was at rest.",
      valueName: "time"), transform: DurationArgument.length)
  var settle: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "List leaks that are at least this sure: \(Self.names.joined(separator: ", ")). A possible one is a suspect.",
      valueName: "confidence"),
    completion: .list(Self.names), transform: Self.confidence)
  var minConfidence: Confidence = .possible

  @Option(
    help: ArgumentHelp(
      "A mark with this text ends a round. Subscriptions that began in the round should be over. `…` stands for a number. "
        + "Default: every text that came \(Rounds.fewest) times.",
      valueName: "mark"))
  var rounds: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "List subscriptions that begin between these two marks, or times, and live on after the second.",
      valueName: "mark mark"))
  var between: [MomentArgument] = []

  /// `arguments` with `--between A B` written as `--between A --between B`: what follows is not meant.
  static func withBetweenSpelledOut(_ arguments: [String]) -> [String] {
    let own = Array(arguments.prefix { $0 != "--" })
    guard let place = own.firstIndex(where: { $0.hasPrefix("--between") }), own[place] == "--between",
      place + 2 < own.count, !own[place + 2].hasPrefix("--")
    else { return arguments }
    return own[...(place + 1)] + ["--between"] + own[(place + 2)...] + arguments.dropFirst(own.count)
  }

  func validate() throws {
    guard between.isEmpty || between.count == 2 else {
      throw ValidationError(
        "--between takes two marks or times, as in: rxtrace leaks FILE --between \"open\" \"closed\".")
    }
  }

  /// The request, in the moments of a recording.
  ///
  /// - Parameter isRunning: whether the program runs, so that an end may still come.
  func options(for forest: Forest, isRunning: Bool = false) throws(CommandFailure) -> Verdicts.Options {
    if let rounds, Rounds(in: forest, endedBy: rounds) == nil {
      let count = forest.marks.count { $0.text == rounds }
      throw CommandFailure(
        "--rounds needs two marks \(rounds.shellWord) or more; the recording has \(count == 0 ? "none" : "one")",
        status: ExitStatus.usage)
    }
    return Verdicts.Options(
      settle: settle?.duration, minimum: minConfidence, rounds: rounds, between: try moments(in: forest),
      isRunning: isRunning)
  }

  private func moments(in forest: Forest) throws(CommandFailure) -> ClosedRange<UInt64>? {
    guard between.count == 2 else { return nil }
    let start = try between[0].time(in: forest, for: "--between")
    var end = try between[1].time(in: forest, for: "--between")
    // Of marks with the same text, the first after the start.
    if case .mark(let text) = between[1],
      let mark = forest.marks.first(where: { $0.text == text && $0.time > start })
    {
      end = min(mark.time, forest.ended)
    }
    guard start < end else {
      throw CommandFailure("--between: the second mark is not after the first", status: ExitStatus.usage)
    }
    return start...end
  }

  private static let names = Confidence.allCases.reversed().map(\.name)

  private static func confidence(_ name: String) throws -> Confidence {
    guard let confidence = Confidence.allCases.first(where: { $0.name == name }) else {
      throw ValidationError("'\(name)' is none of \(names.joined(separator: ", ")).")
    }
    return confidence
  }
}
