import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give a recording the form of another tool.",
    discussion: """
      rxtrace export app.rxtrace --to perfetto -o app.perfetto-trace
      rxtrace export app.rxtrace --to jsonl | jq 'select(.type == "leak")'
      rxtrace export app.rxtrace --to fleet --label region=eu >> fleet.jsonl
      rxtrace export app.rxtrace --to ctf -o app-ctf && babeltrace2 app-ctf

      Forms: \(ExportFormat.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ")).
      """
  )

  @OptionGroup var argument: RecordingArgument

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
      "What the forms fleet and otlp say of the recording besides its own labels: region=eu. As often as you like.",
      valueName: "key=value"),
    transform: LabelOption.label)
  var label: [RecordingHeader.Label] = []

  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "What it is about") var filter: FilterOptions

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
      throw ValidationError("--to takes a form: \(ExportFormat.all.map(\.name).joined(separator: ", ")).")
    }
    if output?.isEmpty == true { throw ValidationError("-o names no file; type a name after it.") }
  }

  func run() throws {
    guard let form else { return }
    let recording = try argument.open()
    let trace = try AnalyzedTrace(reading: recording, verdicts, filter, keepsCauses: form.showsCauses)
    if trace.forest.lacksValues { Output.note(Heading.withoutValues(trace.file)) }
    let part = try RecordPart(filter, trace)
    let exported = ExportedTrace(
      trace, header: recording.header, labels: label.map { (name: $0.name, value: $0.value) })
    let file = output == "-" ? nil : output
    if form.metadata != nil {
      guard let file else {
        throw CommandFailure(
          "--to \(form.name) writes a folder; name it with -o", status: ExitStatus.usage)
      }
      try OutputFolder(path: file).make()
      try OutputFile(path: file + "/metadata").write(form.metadata?(exported) ?? "")
    }
    if let file {
      let path = form.metadata == nil ? file : file + "/stream"
      try OutputFile(path: path).write { descriptor throws(SystemError) in
        try export(form, recording, exported, part) { bytes throws(SystemError) in
          try Output.write(bytes, to: descriptor)
        }
      }
    } else {
      if form.isBinary, isatty(STDOUT_FILENO) == 1 {
        throw CommandFailure(
          "--to \(form.name) writes bytes, not text; name a file with -o", status: ExitStatus.usage)
      }
      try export(form, recording, exported, part) { bytes throws(CommandFailure) in try Output.answer(bytes) }
    }
  }

  private func export<Failure: Error>(
    _ form: ExportFormat, _ recording: Recording, _ exported: ExportedTrace, _ part: RecordPart,
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var exporter = form.make(exported)
    var part = part
    var bytes: [UInt8] = []
    var count = 0
    try recording.forEach { record throws(Failure) in
      guard part.holds(record) else { return }
      count += 1
      exporter.add(record, to: &bytes)
      if bytes.count >= 65_536 {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    exporter.finish(to: &bytes)
    try write(bytes)
    if count == 0, filter.isAsked { recording.noteNothing(in: exported.trace, "event") }
  }

  private static func format(_ name: String) throws -> ExportFormat {
    guard let format = ExportFormat.all.first(where: { $0.name == name }) else {
      throw ValidationError(
        "'\(name.visible)' is none of \(ExportFormat.all.map(\.name).joined(separator: ", ")).")
    }
    return format
  }
}
