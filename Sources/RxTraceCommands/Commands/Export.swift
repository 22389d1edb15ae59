import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give recordings the form of another tool.",
    discussion: """
      rxtrace export app.rxtrace --to perfetto -o app.perfetto-trace
      rxtrace export app.rxtrace --to jsonl | jq 'select(.type == "leak")'
      rxtrace export *.rxtrace --to fleet >> fleet.jsonl
      rxtrace export app.rxtrace --to ctf -o app-ctf && babeltrace2 app-ctf

      Forms: \(ExportFormat.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ")).
      """
  )

  @OptionGroup var argument: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "The form; `--to FORM` is the same, where `--to` names no time.", valueName: "form"),
    completion: .list(ExportFormat.all.map(\.name)), transform: Self.format)
  var form: ExportFormat?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("Write to this file instead of standard output, which is -.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A label that the forms fleet, fleet-slim and otlp add to the recording's own: region=eu. As often as you like.",
      valueName: "key=value"),
    transform: LabelOption.label)
  var label: [RecordingHeader.Label] = []

  @Option(
    help: ArgumentHelp(
      "Only the first so many events of each recording. Facts about subscriptions stay whole.",
      valueName: "count"))
  var max: Int?

  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions

  /// `arguments` with `--to FORM` written as `--form FORM`: the filters' `--to` is a time.
  static func withFormSpelledOut(_ arguments: [String]) -> [String] {
    guard arguments.first == _commandName else { return arguments }
    let names = Set(ExportFormat.all.map(\.name))
    var spelled = arguments
    for index in spelled.indices {
      if spelled[index] == "--to", index + 1 < spelled.count, names.contains(spelled[index + 1]) {
        spelled[index] = "--form"
      } else if spelled[index].hasPrefix("--to="), names.contains(String(spelled[index].dropFirst(5))) {
        spelled[index] = "--form=" + spelled[index].dropFirst(5)
      }
    }
    return spelled
  }

  func validate() throws {
    if form == nil {
      let forms = "--to takes a form: \(ExportFormat.all.map(\.name).joined(separator: ", "))"
      guard case .mark(let word)? = filter.to else { throw ValidationError(forms + ".") }
      let meant = Suggestion.nearest(to: word, among: ExportFormat.all.map(\.name)).map {
        "; did you mean \($0)?"
      }
      throw ValidationError("\(forms), and '\(word.visible)' is none of them\(meant ?? ".")")
    }
    try Count.check(max, of: "events")
    if argument.paths.count > 1, let form, !form.takesSeveral {
      let several = ExportFormat.all.filter(\.takesSeveral).map(\.name).joined(separator: ", ")
      throw ValidationError("--to \(form.name) takes one recording; \(several) take several.")
    }
    if output?.isEmpty == true { throw ValidationError("-o names no file; type a name after it.") }
  }

  func run() throws {
    guard let form else { return }
    let all = EachRecording(paths: argument.paths)
    guard let file = output == "-" ? nil : output else {
      try refuseStandardOutput(form)
      return try all.end(try export(form, all, to: STDOUT_FILENO))
    }
    if let metadata = form.metadata {
      let source = try Source(argument.paths[0], self, form)
      try OutputFolder(path: file).make()
      try OutputFile(path: file + "/metadata").write(metadata(source.exported))
      return try OutputFile(path: file + "/stream").write { descriptor throws(SystemError) in
        try export(form, source) { bytes throws(SystemError) in try Output.write(bytes, to: descriptor) }
      }
    }
    var isComplete = true
    try OutputFile(path: file).hold { descriptor throws(CommandFailure) in
      isComplete = try export(form, all, to: descriptor)
    }
    try all.end(isComplete)
  }

  private func refuseStandardOutput(_ form: ExportFormat) throws(CommandFailure) {
    if form.metadata != nil {
      throw CommandFailure("--to \(form.name) writes a folder; name it with -o", status: ExitStatus.usage)
    }
    if form.isBinary, isatty(STDOUT_FILENO) == 1 {
      throw CommandFailure(
        "--to \(form.name) writes bytes, not text; name a file with -o", status: ExitStatus.usage)
    }
  }

  private func export(
    _ form: ExportFormat, _ all: EachRecording, to descriptor: Int32
  ) throws(CommandFailure) -> Bool {
    var index = 0
    return try all.forEach { path throws(CommandFailure) in
      var source = try Source(path, self, form)
      if !all.isOne { source.exported.placeAmongSeveral = index }
      index += 1
      try export(form, source) { bytes throws(CommandFailure) in
        try Output.tell(bytes, on: descriptor)
      }
    }
  }

  /// A recording that is exported, and what of it.
  private struct Source {
    let recording: Recording
    var exported: ExportedTrace
    let part: RecordPart

    init(_ path: String?, _ command: Export, _ form: ExportFormat) throws(CommandFailure) {
      recording = try OpenedRecording.open(path)
      let trace = try AnalyzedTrace(
        reading: recording, command.verdicts, command.filter, keepsCauses: form.showsCauses)
      if trace.forest.lacksValues { Output.note(Heading.withoutValues(trace.file)) }
      for label in command.label {
        guard
          let own = recording.header.labels.first(where: { $0.name == label.name && $0.value != label.value })
        else { continue }
        Output.note(
          "\(trace.file): the recorded label \("\(own.name)=\(own.value)".shellWord) is replaced by "
            + "--label \("\(label.name)=\(label.value)".shellWord)")
      }
      part = try RecordPart(command.filter, trace)
      exported = ExportedTrace(
        trace, header: recording.header, labels: command.label.map { (name: $0.name, value: $0.value) },
        name: recording.name)
    }
  }

  private func export<Failure: Error>(
    _ form: ExportFormat, _ source: Source, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var exporter = form.make(source.exported)
    var part = source.part
    var bytes: [UInt8] = []
    var left = max ?? .max
    var count = 0
    try source.recording.forEach { record throws(Failure) in
      guard left > 0, part.holds(record) else { return }
      left -= 1
      count += 1
      exporter.add(record, to: &bytes)
      if bytes.count >= 65_536 {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    exporter.finish(to: &bytes)
    try write(bytes)
    if count == 0, filter.isAsked { source.recording.noteNothing(in: source.exported.trace, "event") }
  }

  private static func format(_ name: String) throws -> ExportFormat {
    guard let format = ExportFormat.all.first(where: { $0.name == name }) else {
      throw ValidationError(
        "'\(name.visible)' is none of \(ExportFormat.all.map(\.name).joined(separator: ", ")).")
    }
    return format
  }
}
