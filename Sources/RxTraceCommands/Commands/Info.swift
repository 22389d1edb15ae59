import ArgumentParser
import Glibc
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a recording's own facts, and its damaged or lost parts.",
    discussion: """
      rxtrace info app.rxtrace
      rxtrace info app.rxtrace --dump | less
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @OptionGroup var argument: RecordingArguments

  @Flag(help: "Every record instead, one a line, in the order of time.")
  var dump = false

  @Option(help: ArgumentHelp("At most this many records of each recording, the first.", valueName: "count"))
  var max: Int?

  @Flag(help: "Delete older recordings of this name: app.20261121-073412.rxtrace.")
  var removeOlder = false

  @Option(help: "Text, or a JSON object for each recording.") var format: Format = .text

  @OptionGroup(title: "Filters of a dump") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    try Count.check(max, of: "records")
    if max != nil, !dump { throw ValidationError("--max is for the records of --dump.") }
  }

  func run() throws {
    let pen = Pen(page: answer.page)
    let all = EachRecording(paths: argument.paths)
    var isFirst = true
    var isComplete = true
    try answer.stream { out throws(CommandFailure) in
      isComplete = try all.forEach { path throws(CommandFailure) in
        let recording = try OpenedRecording.open(path)
        if format == .text { out.write(all.heading(recording.name.shellWord, isFirst: isFirst)) }
        isFirst = false
        try write(recording, with: pen, to: &out)
      }
    }
    // Of the machine, and no part of the answer: for who looks, not for who reads the output by program.
    if format == .text, !dump, isatty(STDOUT_FILENO) == 1, let left = StagingSweep.run().sentence {
      Output.note(left)
    }
    try all.end(isComplete)
  }

  private func write(_ recording: Recording, with pen: Pen, to out: inout AnswerStream) throws(CommandFailure)
  {
    if dump { return try recording.dump(filter, verdicts, most: max, with: pen, to: &out) }
    if filter.isAsked {
      throw CommandFailure(
        "the filters of info are for --dump; rxtrace events lists events, rxtrace stats counts them",
        status: ExitStatus.usage)
    }
    let tally = recording.tally
    let older = OlderRecordings(beside: recording.path)
    switch format {
    case .text:
      InfoReport(recording: recording, tally: tally, pen: pen).write(to: &out)
      for line in pen.flow(removeOlder ? [] : older.pieces(pen)) { line.write(on: pen.page, to: &out) }
    case .json:
      let report = InfoJSON(
        recording, file: recording.name, events: tally.events, lost: tally.lost,
        aliveBefore: tally.aliveBefore,
        marks: tally.marks, older: older.files.map(\.path))
      out.write(report.text)
    }
    guard removeOlder else { return }
    try older.remove()
    Output.note(
      "\(plural(older.files.count, "older recording")) removed, "
        + "\(ByteCount(bytes: older.files.reduce(0) { $0 + $1.size }))")
  }
}

extension OlderRecordings {
  /// `older: app.20261121-073412.rxtrace (11 KiB)`, and how to be rid of them.
  fileprivate func pieces(_ pen: Pen) -> [Line] {
    guard !files.isEmpty else { return [] }
    let shown = files.suffix(3).map { pen("\($0.path) (\(ByteCount(bytes: $0.size)))") }
    let rest = files.count > 3 ? [pen("and \(files.count - 3) more")] : []
    return [pen("older:")] + shown + rest + [pen("remove: --remove-older")]
  }
}

extension Recording {
  /// Writes a line for each record, until the stream fails.
  fileprivate func dump(
    _ filter: FilterOptions, _ verdicts: VerdictOptions, most: Int?, with pen: Pen, to out: inout AnswerStream
  ) throws(CommandFailure) {
    let trace = filter.isAsked ? try AnalyzedTrace(reading: self, verdicts, filter) : nil
    var part = try trace.map { trace throws(CommandFailure) in try RecordPart(filter, trace) }
    var left = most ?? .max
    var count = 0
    let text = RecordText(start: timeRange.lowerBound, pen: pen)
    try forEach { record throws(CommandFailure) in
      guard left > 0, part?.holds(record) ?? true else { return }
      left -= 1
      count += 1
      text.line(record).write(on: pen.page, to: &out)
      if let failure = out.failure { throw failure }
    }
    if let trace, count == 0 { noteNothing(in: trace, "record") }
  }
}
