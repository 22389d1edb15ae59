import ArgumentParser
import Glibc
import TraceAnalysis
import TraceRendering

/// Where a drawing goes, and how it looks there.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("Write to this file instead of standard output, which is -.", valueName: "file"))
  var output: String?

  @OptionGroup var appearance: AppearanceOptions

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o names no file; type a name after it.") }
  }

  /// The page for where it goes.
  var page: Page { appearance.page(on: file == nil ? .descriptor(STDOUT_FILENO) : .file) }

  /// Whether it goes to a file.
  var isFile: Bool { file != nil }

  /// Where it goes; nil for standard output.
  private var file: String? { output == "-" ? nil : output }

  /// Writes `text`.
  func answer(_ text: String) throws(CommandFailure) {
    if let file {
      try OutputFile(path: file).write(text)
    } else {
      try Output.answer(text)
    }
  }

  /// Gives `body` a stream to where it goes, for answers of any length. A file appears whole or not at all.
  func stream(_ body: (inout AnswerStream) throws(CommandFailure) -> Void) throws(CommandFailure) {
    guard let file else { return try Output.stream(body) }
    try OutputFile(path: file).hold { descriptor throws(CommandFailure) in
      try Output.stream(to: descriptor, body)
    }
  }

  /// The descriptor of where an answer goes that grows while somebody reads it; `usual` where no file is
  /// named.
  func growing(_ usual: Int32 = STDOUT_FILENO) throws(CommandFailure) -> Int32 {
    try file.map { path throws(CommandFailure) in try OutputFile(path: path).growing() } ?? usual
  }

  /// Draws `trace`.
  func answer(_ trace: AnalyzedTrace, as renderer: some Renderer) throws(CommandFailure) {
    if let file {
      try OutputFile(path: file).write(render(trace, as: renderer))
    } else {
      try Output.stream { renderer.render(trace, into: &$0) }
    }
  }
}
