import ArgumentParser
import Glibc
import TraceRendering

/// Where a drawing goes, and how it looks there.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @OptionGroup var appearance: AppearanceOptions

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o names no file; type a name after it.") }
  }

  /// The page for where it goes.
  var page: Page { appearance.page(on: output == nil ? .descriptor(STDOUT_FILENO) : .file) }

  /// Draws `trace`.
  func answer(_ trace: AnalyzedTrace, as renderer: some Renderer) throws(CommandFailure) {
    if let output {
      try OutputFile(path: output).write(render(trace, as: renderer))
    } else {
      try Output.stream { renderer.render(trace, into: &$0) }
    }
  }
}
