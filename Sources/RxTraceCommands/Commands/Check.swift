import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fail when there is a leak that is not known: for continuous integration.",
    usage: "rxtrace check [FILE ...] [options]\n       rxtrace check [options] -- CMD [ARG ...]",
    discussion: """
      rxtrace check app.rxtrace --baseline rx.baseline --format github
      rxtrace check *.rxtrace --write-baseline rx.baseline
      rxtrace check --baseline rx.baseline -- .build/debug/app --once

      A baseline has a fingerprint a line, perhaps followed by `until 2027-01-31`, and comments after #. Exit status: 0 \
      nothing new, 1 a new leak, 5 with --strict: events were lost. Of a program that is run it is the program's own, \
      unless that is 0.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, github, junit, sarif }

  @OptionGroup var argument: RecordingArguments

  @OptionGroup var program: ProgramOption

  @Option(help: ArgumentHelp("Leaks that are known.", valueName: "file")) var baseline: String?

  @Option(
    help: ArgumentHelp("Write a baseline of the leaks that there are, and end well.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Fail as well when events were lost.") var strict = false

  @Flag(help: "Suspects count as leaks.") var suspects = false

  @Option(help: "Text, or what a service for continuous integration reads.") var format: Format = .text
  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws { try program.validate(besides: argument.files) }

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
        "nothing was recorded: the program does not link Signals, or never subscribed",
        status: ExitStatus.cannotWrite)
    }
    try check(recordings)
  }

  private func check(_ paths: [String?]) throws {
    let known = try known()
    let today = Baseline.today
    var entries: [CheckReport.Entry] = []
    var (lost, json) = (false, "")
    for path in paths {
      let trace = try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter)
      lost = lost || trace.forest.lost > 0 || trace.forest.lostMayBeMore
      if format == .json { json += TraceRendering.render(trace, as: LeaksJSON()) }
      for (_, isProven, leak) in trace.listedLeaks where isProven || suspects {
        entries.append(.init(leak, in: trace, isKnown: known.accepts(leak.fingerprint, on: today)))
      }
    }
    if let writeBaseline {
      let lines = entries.map { (fingerprint: $0.leak.fingerprint, comment: $0.comment) }
      try OutputFile(path: writeBaseline).write(known.text(for: lines))
      let count = Set(lines.map(\.fingerprint)).count
      return Output.note("\(writeBaseline.visible) has \(plural(count, "leak")) now")
    }
    let report = CheckReport(entries)
    switch format {
    case .text: try answer.answer(text(entries))
    case .json: try answer.answer(json)
    case .github: try answer.answer(report.github)
    case .junit: try answer.answer(report.junit)
    case .sarif: try answer.answer(report.sarif)
    }
    let new = Set(entries.filter { !$0.isKnown }.map(\.leak.fingerprint)).count
    let old = Set(entries.filter(\.isKnown).map(\.leak.fingerprint)).count
    let gone = known.known.keys.filter { key in !entries.contains { $0.leak.fingerprint == key } }.count
    Output.note("\(plural(new, "new leak")), \(old) known, \(gone) gone from the baseline")
    if new > 0 { throw ExitCode(ExitStatus.foundSomething) }
    if strict, lost {
      Output.note("events were lost, so that nothing is proven (--strict)")
      throw ExitCode(ExitStatus.eventsLost)
    }
  }

  private func text(_ entries: [CheckReport.Entry]) -> String {
    entries.filter { !$0.isKnown }.map { entry in
      "\(entry.leak.site.file.visible):\(entry.leak.site.line): \(entry.sentence)\n"
    }.joined()
  }

  private func known() throws(CommandFailure) -> Baseline {
    guard let baseline else { return Baseline() }
    do {
      let file = try FileBytes(path: baseline)
      guard let bytes = file.read(at: 0, count: file.size) else { throw SystemError(EFBIG) }
      return try Baseline(String(decoding: bytes, as: UTF8.self))
    } catch let problem as Baseline.Problem {
      throw CommandFailure(
        "\(baseline.shellWord) line \(problem.line): not a fingerprint, perhaps with `until 2027-01-31`, and a # comment",
        status: ExitStatus.unreadableInput)
    } catch {
      throw CommandFailure(
        "cannot read \(baseline.shellWord): \(error); make it with --write-baseline",
        status: ExitStatus.unreadableInput)
    }
  }
}

extension CheckReport.Entry {
  /// What a person who reviews a baseline wants to see beside a fingerprint.
  fileprivate var comment: String { "\(leak.site.file):\(leak.site.line) \(sentence)" }
}
