import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceRendering

struct Leaks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the subscriptions that should have ended, and why they did not.",
    discussion: """
      rxtrace leaks app.rxtrace
      rxtrace leaks app.rxtrace --min-confidence likely --settle 2s
      rxtrace leaks *.rxtrace
      rxtrace leaks app.rxtrace --group owner
      rxtrace leaks app.rxtrace --baseline rx.baseline
      rxtrace leaks app.rxtrace --fix app.patch
      rxtrace leaks app.rxtrace --why
      rxtrace leaks --pid 4711 --watch 1m

      With --pid it judges a process that runs already, recorded or not. It looks again and again into the table of \
      living subscriptions that every program with Signals keeps. The process is not stopped, and one's own processes \
      need no root. The table tells neither values nor disposals. So a leak is proven only where a subscription outlives \
      the subscription for which an operator made it. Suspects are inner signals without their source, subscriptions of \
      a closure without its signal, and lines that only grow.

      A report: the exit status is 0 whether or not there are leaks.
      """
  )

  @OptionGroup var argument: RecordingArguments
  @OptionGroup var verdicts: VerdictOptions

  @Option(name: .shortAndLong, help: "Judge this process, which runs, instead of a recording.")
  var pid: Int32?

  @Option(
    help: ArgumentHelp(
      "With --pid: how long to watch it, from 1s on. Default: 30s. Ctrl-C ends it sooner.", valueName: "time"),
    transform: DurationArgument.length)
  var watch: DurationArgument?

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: "Text, or a JSON object for each recording.") var format: Format = .text

  @Option(help: ArgumentHelp("Describe at most this many leaks; the others are listed.", valueName: "count"))
  var max: Int?

  @Option(
    help: ArgumentHelp("A file of known leaks. They are counted and not described.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Group the list by: \(Self.groups). Leaks of one group stand below each other.",
      valueName: "key"),
    completion: .list(LeakGrouping.allCases.map(\.rawValue)), transform: Self.grouping)
  var group: LeakGrouping = .site

  @Flag(help: "Every step of a long way from a root to its source.")
  var full = false

  @Flag(
    help:
      "The evidence of each leak by number, and for each line with living subscriptions that are not accused the reason."
  )
  var why = false

  @Option(
    help: ArgumentHelp(
      "Write a patch of the sources that ends them, as far as rxtrace-fix knows how.", valueName: "file"))
  var fix: String?

  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if let max, max < 1 { throw ValidationError("--max takes a number of leaks, from 1.") }
    if let fix, fix.isEmpty || fix == "-" {
      throw ValidationError("--fix takes the name of a new file, such as app.patch.")
    }
    if watch != nil, pid == nil { throw ValidationError("--watch is for a process: name it with --pid.") }
    _ = try ofProcess
  }

  /// Nil where recordings are asked for.
  private var ofProcess: LeaksOfProcess? {
    get throws {
      guard let pid else { return nil }
      if let word = ofRecordings {
        throw ValidationError("--pid judges a process that runs: leave out \(word).")
      }
      return try LeaksOfProcess(pid, for: watch, verdicts.minConfidence, format, limit: max)
    }
  }

  /// The first thing on the command line that is for recordings alone.
  private var ofRecordings: String? {
    if let file = argument.files.first { return file.shellWord }
    let asked = [
      ("--baseline", baseline != nil), ("--group", group != .site), ("--full", full), ("--why", why),
      ("--fix", fix != nil), ("--settle", verdicts.settle != nil),
      ("--rounds", verdicts.rounds != nil), ("--between", !verdicts.between.isEmpty),
      ("the filter", filter.isAsked),
    ]
    return asked.first { $0.1 }?.0
  }

  func run() throws {
    if let process = try ofProcess { return try process.answer(with: answer) }
    let all = EachRecording(paths: argument.paths)
    let known = try baseline.map { try Baseline(file: $0) }
    var patch = try fix.map { try PatchRequest(to: $0, sources: answer.appearance.sourceRoots) }
    if format == .json {
      let sources = answer.appearance.sources
      try all.answer(with: answer, hasHeadings: false) { path in
        let trace = try trace(path, known)
        patch?.add(trace)
        return (trace, LeaksJSON(by: group, sources: sources, explains: why))
      }
    } else {
      try answerInWords(all, known) { patch?.add($0) }
    }
    try patch?.end()
  }

  /// - Parameter look: gets each recording that was read.
  private func answerInWords(
    _ all: EachRecording, _ known: Baseline?, _ look: (AnalyzedTrace) -> Void
  ) throws {
    var renderer = LeaksText(limit: max, showsWholePath: full, on: answer.page)
    renderer.grouping = group
    renderer.explains = why
    var shared = LeaksOfSeveral()
    func rest() -> String {
      var text = "\n"
      shared.write(on: answer.page, to: &text)
      hint(argument.files.filter { $0 != "-" }.map(\.shellWord)).write(
        leaks: shared.leakCount, suspects: shared.suspectCount, on: answer.page, to: &text)
      return text
    }
    try all.answer(with: answer, hasHeadings: true, rest: rest) { path in
      let trace = try trace(path, known)
      look(trace)
      // Input that was read from a pipe is gone.
      if all.isOne { renderer.hint = path == "-" ? nil : hint([trace.file]) } else { shared.add(trace) }
      return (trace, renderer)
    }
  }

  private func hint(_ files: [String]) -> BaselineHint {
    BaselineHint(files: files, baseline: baseline?.shellWord)
  }

  private static let groups = LeakGrouping.allCases.map(\.rawValue).joined(separator: ", ")

  private static func grouping(_ word: String) throws -> LeakGrouping {
    guard let grouping = LeakGrouping(rawValue: word) else {
      throw ValidationError("'\(word.visible)' is none of \(groups).")
    }
    return grouping
  }

  private func trace(_ path: String?, _ known: Baseline?) throws(CommandFailure) -> AnalyzedTrace {
    var trace = try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter, explains: why)
    if let known {
      let places = DistinctLeaks(trace.everyLeak.filter(\.isProven).map(\.leak)).counts
      trace.known = known.accepted(places, on: Baseline.today)
      for refusal in known.refusals(of: places, on: Baseline.today) {
        Output.note("\(trace.file): \(refusal)")
      }
    }
    return trace
  }
}
