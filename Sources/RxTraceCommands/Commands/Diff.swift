import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two recordings: which leaks are fixed, which are new.",
    discussion: """
      rxtrace diff before.rxtrace after.rxtrace
      rxtrace diff main.rxtrace branch.rxtrace --format markdown --exit-code

      Leaks are matched by fingerprint, which survives moved lines; call sites by operator and file.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, markdown }

  @Argument(help: "The older recording.", completion: .file(extensions: ["rxtrace"])) var before: String
  @Argument(help: "The newer one.", completion: .file(extensions: ["rxtrace"])) var after: String

  @Flag(help: "End with status 1 when there is a new leak.") var exitCode = false
  @Option(help: "Text, a JSON object, or tables for a pull request.") var format: Format = .text
  @Option(help: ArgumentHelp("At most this many call sites. Default: 20.", valueName: "rows")) var max: Int?
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws { try Count.check(max, of: "rows") }

  func run() throws {
    let old = try AnalyzedTrace(reading: OpenedRecording.open(before), verdicts, filter)
    let new = try AnalyzedTrace(reading: OpenedRecording.open(after), verdicts, filter)
    let diff = TraceDiff(
      (old.forest, old.verdicts), (new.forest, new.verdicts),
      among: (old.selection, new.selection))
    var text = ""
    switch format {
    case .text: DiffText(diff, old, new, limit: max).write(on: answer.page, to: &text)
    case .markdown: DiffText(diff, old, new, limit: max).writeMarkdown(to: &text)
    case .json: text = DiffJSON(diff, old, new, limit: max).text
    }
    try answer.answer(text)
    if exitCode, !diff.rows(.new).isEmpty { throw ExitCode(ExitStatus.foundSomething) }
  }
}
