import ArgumentParser
import TraceRendering

struct Leaks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what should have ended, and why it did not.",
    discussion: """
      rxtrace leaks app.rxtrace
      rxtrace leaks app.rxtrace --min-confidence likely --settle 2s

      A report: the exit status is 0 whether or not there are leaks.
      """
  )

  @OptionGroup var argument: RecordingArgument
  @OptionGroup var verdicts: VerdictOptions

  @Option(help: ArgumentHelp("Describe at most this many leaks; the others are listed.", valueName: "count"))
  var max: Int?

  @Flag(help: "Every step of a long way from a root to its source.")
  var full = false

  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if let max, max < 0 { throw ValidationError("--max takes a number of leaks, from 0.") }
  }

  func run() throws {
    let trace = try argument.analyzed(verdicts)
    try answer.answer(trace, as: .leaks(limit: max, showsWholePath: full, on: answer.page))
  }
}
