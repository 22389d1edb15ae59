import TraceAnalysis
import TraceFormat
import TraceRendering

extension AnalyzedTrace {
  /// Reads the whole recording, judges what is alive in it, and finds what was asked for.
  init(
    reading recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    keepsActivity: Bool = false, keepsCauses: Bool = false
  ) throws(CommandFailure) {
    let forest = Forest(
      reading: recording, options: .init(keepsActivity: keepsActivity, causeDepth: keepsCauses ? 4 : 0))
    self.init(
      forest: forest, verdicts: Verdicts(forest, options: try verdicts.options(for: forest)),
      program: recording.programName,
      processID: recording.header.processID == 0 ? nil : recording.header.processID,
      file: recording.name.shellWord)
    selection = try filter.filter(for: forest).selection(in: forest, self.verdicts)
  }
}

extension RecordingArgument {
  /// Reads the whole recording, judges what is alive in it, and finds what was asked for.
  func analyzed(_ verdicts: VerdictOptions, _ filter: FilterOptions, keepsActivity: Bool = false)
    throws(CommandFailure) -> AnalyzedTrace
  {
    try AnalyzedTrace(reading: open(), verdicts, filter, keepsActivity: keepsActivity)
  }
}
