import ArgumentParser
import TraceAnalysis
import TraceRendering

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count what happened, over time and for each call site.",
    discussion: """
      rxtrace stats app.rxtrace
      rxtrace stats app.rxtrace --group operator --all
      """
  )

  enum Group: String, CaseIterable, ExpressibleByArgument {
    case site, owner, `operator`, file
  }

  @OptionGroup var argument: RecordingArgument
  @OptionGroup var verdicts: VerdictOptions

  @Option(help: ArgumentHelp("What a row is about.", valueName: "what"))
  var group: Group = .site

  @Flag(help: "All rows, not only those with something alive twice, leaked or late.")
  var all = false

  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func run() throws {
    let trace = try argument.analyzed(verdicts, filter, keepsActivity: true)
    try answer.answer(trace, as: .stats(by: group.grouping, showsAll: all, on: answer.page))
  }
}

extension Stats.Group {
  fileprivate var grouping: StatsRow.Grouping {
    switch self {
    case .site: .site
    case .owner: .owner
    case .operator: .operatorName
    case .file: .file
    }
  }
}
