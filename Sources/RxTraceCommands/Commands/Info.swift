import ArgumentParser
import Glibc
import TraceFormat
import TraceRendering

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a recording says about itself, and what of it is damaged or lost.",
    discussion: """
      rxtrace info app.rxtrace
      rxtrace info app.rxtrace --dump | less
      """
  )

  @OptionGroup var argument: RecordingArgument

  @Flag(help: "Every record instead, one a line, in the order of time.")
  var dump = false

  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions

  func run() throws {
    let recording = try argument.open()
    let pen = Pen(page: appearance.page(on: .descriptor(STDOUT_FILENO)))
    if dump {
      try Output.stream { out throws(CommandFailure) in try recording.dump(with: pen, to: &out) }
    } else {
      let report = InfoReport(recording: recording, tally: recording.tally, pen: pen)
      try Output.stream { report.write(to: &$0) }
    }
  }
}

extension Recording {
  /// Writes a line for each record, until the stream fails.
  fileprivate func dump(with pen: Pen, to out: inout AnswerStream) throws(CommandFailure) {
    let text = RecordText(start: timeRange.lowerBound, pen: pen)
    try forEach { record throws(CommandFailure) in
      text.line(record).write(on: pen.page, to: &out)
      if let failure = out.failure { throw failure }
    }
  }
}
