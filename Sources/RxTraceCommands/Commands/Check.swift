import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Exit with 1 for a new leak: for continuous integration.",
    usage: "rxtrace check [FILE ...] [options]\n       rxtrace check [options] -- CMD [ARG ...]",
    discussion: """
      rxtrace check app.rxtrace --baseline rx.baseline --format github
      rxtrace check *.rxtrace --write-baseline rx.baseline
      rxtrace check --baseline rx.baseline -- .build/debug/app --once

      A baseline has a fingerprint a line, perhaps followed by `in 2 places` and `until 2027-01-31`, and comments after #. Exit status: 0 \
      nothing new, 1 a new leak, 5 with --strict: events were lost. If a program is run, it is the \
      program's own status, unless that is 0.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, junit, sarif

    /// Whether a service shows the leaks beside the lines of a repository.
    var isForService: Bool { self == .github || self == .junit || self == .sarif }
  }

  @OptionGroup var argument: RecordingArguments

  @OptionGroup var program: ProgramOption

  @Option(help: ArgumentHelp("A file of known leaks.", valueName: "file")) var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write all leaks of these recordings to a baseline, and exit with 0.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Fail as well when events were lost.") var strict = false

  @Flag(help: "Suspects count as leaks.") var suspects = false

  @Flag(help: "Do not fail when no subscription matches the filters.") var allowEmpty = false

  @Option(
    help: ArgumentHelp(
      "List at most this many leaks, new ones first; all count, and JSON has all.", valueName: "count"))
  var max: Int?

  @Option(help: "Text, or a form for services of continuous integration.") var format: Format = .text
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    try Count.check(max, of: "leaks")
    try program.validate(besides: argument.files)
  }

  func run() throws {
    guard !program.words.isEmpty else { return try check(argument.paths) }
    _ = try known()
    var run = try RecordedRun(program.words, streams: .shared)
    let status = run.wait()
    let recordings = run.recordings
    let outcome = Result { try checkRecorded(recordings) }
    run.discard()
    // Why the program failed is what matters then; of a verdict on it only the words are told.
    if status != .exited(0) {
      if case .failure(let failure as CommandFailure) = outcome { Output.note(failure.message) }
      try status.end()
    }
    try outcome.get()
  }

  private func checkRecorded(_ recordings: [String]) throws {
    guard !recordings.isEmpty else {
      throw CommandFailure(
        "nothing was recorded: \(MissingRecording(program: program.words[0]).reason)",
        status: ExitStatus.cannotWrite)
    }
    try check(recordings)
  }

  private func check(_ paths: [String?]) throws {
    let known = try known()
    let today = Baseline.today
    let roots = answer.appearance.sourceRoots
    let sources = try format.isForService || !roots.isEmpty ? SourceFolders(roots) : nil
    var found: [(trace: AnalyzedTrace, leak: Leak)] = []
    var places: [Fingerprint: Int] = [:]
    var (lost, isUnjudged, checked) = (false, false, [AnalyzedTrace]())
    var empty: [(file: String, options: String)] = []
    for path in paths {
      let trace = try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter)
      lost = lost || trace.forest.lost > 0 || trace.forest.lostMayBeMore
      if let options = filter.matchingNothing(in: trace) {
        empty.append((trace.file, options))
      } else if trace.selection?.isEmpty == true {
        Output.note("\(trace.file): no subscription matches \(filter.typed)")
      }
      if let notJudged = Headline(trace).notJudged {
        isUnjudged = true
        Output.note("\(trace.file): \(notJudged)")
      }
      if let words = Heading.afterEnd(trace) { Output.note("\(trace.file): \(words)") }
      if trace.forest.lacksValues { Output.note(Heading.withoutValues(trace.file)) }
      checked.append(trace)
      let leaks = trace.listedLeaks.filter { $0.isProven || suspects }.map(\.leak)
      found += leaks.map { (trace, $0) }
      places.merge(DistinctLeaks(leaks).counts) { Swift.max($0, $1) }
    }
    if !allowEmpty, empty.count == checked.count, let first = empty.first {
      let more = empty.count > 1 ? " and \(empty.count - 1) more" : ""
      throw CommandFailure(
        "nothing was checked: no subscription of \(first.file)\(more) matches \(first.options); "
          + "rxtrace stats \(first.file) lists the call sites, --allow-empty accepts it",
        status: ExitStatus.usage)
    }
    if let writeBaseline {
      let lines = found.map { Baseline.Line($0.leak, in: $0.trace) }
      try OutputFile(path: writeBaseline).write(known.text(for: lines))
      let all = DistinctLeaks(found.map(\.leak)).counted("leak")
      return Output.note("\(writeBaseline.visible) has \(all) now")
    }
    let accepted = known.accepted(places, on: today)
    let refused = known.refusals(of: places, on: today)
    for refusal in refused { Output.note(refusal) }
    let entries = found.map { trace, leak in
      CheckReport.Entry(
        leak, in: trace, isKnown: accepted.contains(leak.fingerprint),
        file: sources?.path(of: leak.site.file),
        otherFile: leak.otherSite.flatMap { sources?.path(of: $0.file) },
        source: answer.appearance.showsSource ? sources?.line(of: leak.site, built: trace.startedAt) : nil)
    }
    let report = CheckReport(entries)
    let gone = known.known.keys.filter { key in !entries.contains { $0.leak.fingerprint == key } }
    let newFirst = entries.filter { !$0.isKnown } + entries.filter(\.isKnown)
    let listed = max.map { Array(newFirst.prefix($0)) } ?? entries
    let shown = CheckReport(listed)
    switch format {
    case .text: try answer.answer(text(listed))
    case .json:
      let json = CheckJSON(
        report, of: checked, gone: gone.sorted(), refused: refused, sources: answer.appearance.sources)
      try answer.answer(json.text)
    case .github: try answer.answer(shown.github)
    case .junit: try answer.answer(shown.junit)
    case .sarif: try answer.answer(shown.sarif)
    }
    if listed.count < entries.count, format != .json {
      Output.note("\(plural(entries.count - listed.count, "leak")) not listed (--max)")
    }
    let new = DistinctLeaks(entries.filter { !$0.isKnown }.map(\.leak))
    let old = DistinctLeaks(entries.filter(\.isKnown).map(\.leak)).count
    Output.note("\(new.counted("new leak")), \(old) known, \(gone.count) gone from the baseline")
    if new.count > 0 { throw ExitCode(ExitStatus.foundSomething) }
    if strict, lost || isUnjudged {
      let why = lost ? "events were lost" : "a recording could not be judged"
      Output.note("\(why), so that nothing is proven (--strict)")
      throw ExitCode(ExitStatus.eventsLost)
    }
  }

  private func text(_ entries: [CheckReport.Entry]) -> String {
    let page = answer.page
    return entries.filter { !$0.isKnown }.map { entry in
      "\(entry.file.visible):\(entry.leak.site.line): \(entry.sentence)\n"
        + excerpt(of: entry.leak, in: entry.trace, on: page)
    }.joined()
  }

  private func known() throws(CommandFailure) -> Baseline { try Baseline(file: baseline) }
}
