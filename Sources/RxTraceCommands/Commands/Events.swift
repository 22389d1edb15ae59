import ArgumentParser
import Glibc
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the events, one a line, in the order of time.",
    discussion: """
      rxtrace events app.rxtrace --id 20 --from -2s
      rxtrace events app.rxtrace --site Session.swift --kind error,disposed
      rxtrace events app.rxtrace --follow --kind mark,error
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @OptionGroup var argument: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "Only these kinds: \(Self.known.joined(separator: ", ")).", valueName: "kinds"))
  var kind: String?

  @Option(help: ArgumentHelp("Only the first so many events of each recording.", valueName: "count")) var max:
    Int?

  @Flag(help: "Go on while the recording grows, until its program has ended.") var follow = false

  @Option(help: "Lines to read, or a JSON object a line.") var format: Format = .text
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if follow, argument.paths.count > 1 { throw ValidationError("--follow is for one recording.") }
    if let max, max < 1 { throw ValidationError("--max takes a number of events, from 1.") }
    for kind in kinds ?? [] where !Self.known.contains(kind) {
      throw ValidationError("--kind: '\(kind.visible)' is none of \(Self.known.joined(separator: ", ")).")
    }
  }

  func run() throws {
    let all = EachRecording(paths: argument.paths)
    if follow { return try tellWhatComes() }
    var isFirst = true
    var isComplete = true
    try answer.stream { out throws(CommandFailure) in
      isComplete = try all.forEach { path throws(CommandFailure) in
        let recording = try OpenedRecording.open(path)
        if format == .text { out.write(all.heading(recording.name.shellWord, isFirst: isFirst)) }
        isFirst = false
        var left = max ?? .max
        try write(recording, &left, to: &out)
      }
    }
    try all.end(isComplete)
  }

  private func tellWhatComes() throws {
    var left = max ?? .max
    var growing = try GrowingRecording(OpenedRecording.open(argument.paths[0]))
    let descriptor = try answer.growing()
    repeat {
      try Output.stream(to: descriptor) { out throws(CommandFailure) in
        try write(growing.recording, in: growing.part, &left, to: &out)
      }
    } while try left > 0 && growing.wait(atLeast: 200)
  }

  /// Writes what was asked for of the records in `times`, while there are some left to write.
  private func write(
    _ recording: Recording, in times: ClosedRange<UInt64> = 0...UInt64.max, _ left: inout Int,
    to out: inout AnswerStream
  ) throws(CommandFailure) {
    let trace = try AnalyzedTrace(reading: recording, verdicts, filter)
    if trace.forest.lacksValues { Output.note(Heading.withoutValues(trace.file)) }
    var part = try RecordPart(filter, trace)
    let pen = Pen(page: answer.page)
    let text = RecordText(start: trace.forest.began, pen: pen, forest: trace.forest)
    let kinds = kinds.map(Set.init)
    let before = left
    try recording.forEach { record throws(CommandFailure) in
      guard left > 0, part.holds(record), times.contains(record.time) else { return }
      let fields = EventFields(record.event, trace.forest)
      guard kinds?.contains(fields.kind.word) ?? true else { return }
      left -= 1
      switch format {
      case .text: text.line(record).write(on: pen.page, to: &out)
      case .json:
        fields.json(record, trace).write(to: &out)
        out.write("\n")
      }
      if let failure = out.failure { throw failure }
    }
    if left == before, !follow, filter.isAsked || kinds != nil {
      recording.noteNothing(
        in: trace, kinds.map { "\($0.sorted().joined(separator: ", ")) event" } ?? "event")
    }
  }

  private var kinds: [String]? { kind.map { $0.split(separator: ",").map(String.init) } }

  private static let known = EventFields.kinds.map(\.word)
}
