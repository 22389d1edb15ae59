import TraceAnalysis
import TraceFormat
import TraceRendering

extension RecordingArgument {
  /// Reads the whole recording, and judges what is alive in it.
  func analyzed(_ verdicts: VerdictOptions, keepsActivity: Bool = false) throws(CommandFailure)
    -> AnalyzedTrace
  {
    let recording = try open()
    let forest = Forest(reading: recording, options: .init(keepsActivity: keepsActivity))
    return AnalyzedTrace(
      forest: forest, verdicts: Verdicts(forest, options: try verdicts.options(for: forest)),
      program: recording.programName,
      processID: recording.header.processID == 0 ? nil : recording.header.processID,
      file: recording.path.shellWord)
  }
}
