import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceRendering

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count events, over time and for each call site.",
    discussion: """
      rxtrace stats app.rxtrace
      rxtrace stats app.rxtrace --group operator --all
      rxtrace stats *.rxtrace --format json
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @OptionGroup var argument: RecordingArguments
  @OptionGroup var verdicts: VerdictOptions

  @Option(
    help: ArgumentHelp("Group the rows by: \(Self.groups).", valueName: "key"),
    completion: .list(StatsGrouping.allCases.map(\.rawValue)), transform: Self.grouping)
  var group: StatsGrouping = .site

  @Option(help: "Text, or a JSON object for each recording.") var format: Format = .text

  @Flag(help: "All rows. By default: rows with a leak, a late value, or more than one living subscription.")
  var all = false

  @Option(help: ArgumentHelp("At most this many rows.", valueName: "rows")) var max: Int?

  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws { try Count.check(max, of: "rows") }

  func run() throws {
    let renderer: any Renderer =
      switch format {
      case .text: .stats(by: group.rows, showsAll: all, limit: max, on: answer.page)
      case .json: StatsJSON(by: group, limit: max)
      }
    try EachRecording(paths: argument.paths).answer(with: answer, hasHeadings: format == .text) { path in
      (try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter), renderer)
    }
  }

  static let groups = StatsGrouping.allCases.map(\.rawValue).joined(separator: ", ")

  static func grouping(_ word: String) throws -> StatsGrouping {
    guard let grouping = StatsGrouping(rawValue: word) else {
      throw ValidationError("'\(word.visible)' is none of \(groups).")
    }
    return grouping
  }
}
