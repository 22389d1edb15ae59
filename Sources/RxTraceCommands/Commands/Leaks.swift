import ArgumentParser
import TraceExport
import TraceRendering

struct Leaks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what should have ended, and why it did not.",
    discussion: """
      rxtrace leaks app.rxtrace
      rxtrace leaks app.rxtrace --min-confidence likely --settle 2s
      rxtrace leaks *.rxtrace

      A report: the exit status is 0 whether or not there are leaks.
      """
  )

  @OptionGroup var argument: RecordingArguments
  @OptionGroup var verdicts: VerdictOptions

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: "Text, or a JSON object for each recording.") var format: Format = .text

  @Option(help: ArgumentHelp("Describe at most this many leaks; the others are listed.", valueName: "count"))
  var max: Int?

  @Flag(help: "Every step of a long way from a root to its source.")
  var full = false

  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if let max, max < 1 { throw ValidationError("--max takes a number of leaks, from 1.") }
  }

  func run() throws {
    guard format == .text else {
      let texts = try argument.paths.map { TraceRendering.render(try trace($0), as: LeaksJSON()) }
      return try answer.answer(texts.joined())
    }
    let renderer = LeaksText(limit: max, showsWholePath: full, on: answer.page)
    if argument.paths.count == 1 {
      return try answer.answer(trace(argument.paths[0]), as: renderer)
    }
    var text = ""
    var shared = LeaksOfSeveral()
    for path in argument.paths {
      let trace = try trace(path)
      text += TraceRendering.render(trace, as: renderer) + "\n"
      shared.add(trace)
    }
    shared.write(on: answer.page, to: &text)
    try answer.answer(text)
  }

  private func trace(_ path: String?) throws(CommandFailure) -> AnalyzedTrace {
    try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter)
  }
}
