public import TraceAnalysis
import TraceRendering

/// The subscriptions that should have ended and did not, in the words of `rxtrace leaks`.
public struct LeakReport: Sendable, CustomStringConvertible {
  /// The surest first, then the largest.
  public let leaks: [Leak]
  /// The text that `rxtrace leaks` prints of a recording with these subscriptions.
  public let description: String

  public var isEmpty: Bool { leaks.isEmpty }

  /// - Parameter workEnded: the time when the work ended, and its tasks should have ended; nil if tasks do
  ///   not count, or the work goes on.
  init(_ forest: Forest, of name: String, minimum: Confidence, workEnded: UInt64? = nil) {
    // No end is due later: the caller has waited for ends that were on their way.
    var options = Verdicts.Options(settle: .zero, minimum: minimum)
    options.testEnded = workEnded
    let verdicts = Verdicts(forest, options: options)
    leaks = verdicts.leaks + verdicts.suspects
    var text = render(AnalyzedTrace(forest: forest, verdicts: verdicts, program: name), as: .leaks())
    while text.last?.isNewline == true { text.removeLast() }
    description = text
  }
}
