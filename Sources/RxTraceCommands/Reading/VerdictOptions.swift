import ArgumentParser
import TraceAnalysis

/// How verdicts are reached, on every verb that gives some.
struct VerdictOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What began or ended this long before the end does not count: 500ms, 2s. Default: 500ms or a tenth of the "
        + "recording, whichever is less.",
      valueName: "time"))
  var settle: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "List leaks that are at least this sure: \(Self.names.joined(separator: ", ")).",
      valueName: "confidence"),
    completion: .list(Self.names), transform: Self.confidence)
  var minConfidence: Confidence = .likely

  var options: Verdicts.Options { Verdicts.Options(settle: settle?.duration, minimum: minConfidence) }

  private static let names = Confidence.allCases.reversed().map(\.name)

  private static func confidence(_ name: String) throws -> Confidence {
    guard let confidence = Confidence.allCases.first(where: { $0.name == name }) else {
      throw ValidationError("'\(name)' is none of \(names.joined(separator: ", ")).")
    }
    return confidence
  }
}
