import TraceAnalysis
import TraceFormat
import TraceRendering

extension AnalyzedTrace {
  /// Reads the whole recording, judges what is alive in it, and finds what was asked for.
  ///
  /// - Parameter isQuiet: whether nothing is said of how long it takes: for those who draw on the terminal
  ///   themselves.
  /// - Parameter explains: whether living subscriptions have the reason for which they are no leak.
  init(
    reading recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    keepsActivity: Bool = false, keepsCauses: Bool = false, isQuiet: Bool = false, explains: Bool = false
  ) throws(CommandFailure) {
    self = try Progress.during(isQuiet ? nil : Progress(reading: recording)) { () throws(CommandFailure) in
      try AnalyzedTrace(
        recording, verdicts, filter,
        ForestBuilder.Options(keepsActivity: keepsActivity, causeDepth: keepsCauses ? 4 : 0),
        explains: explains)
    }
  }

  private init(
    _ recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    _ options: ForestBuilder.Options, explains: Bool
  ) throws(CommandFailure) {
    try self.init(
      Forest(reading: recording, options: options), of: recording, verdicts, filter, explains: explains)
  }

  /// Judges a forest of the recording, and finds what was asked for.
  ///
  /// - Parameter isRunning: whether its program runs, so that an end may still come.
  init(
    _ forest: Forest, of recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    isRunning: Bool = false, explains: Bool = false
  ) throws(CommandFailure) {
    var options = try verdicts.options(for: forest, isRunning: isRunning)
    options.explains = explains
    self.init(
      forest: forest, verdicts: Verdicts(forest, options: options),
      program: recording.programName,
      processID: recording.header.processID == 0 ? nil : recording.header.processID,
      file: recording.name.shellWord)
    let started = Int(clamping: recording.header.startedWallClock / 1_000_000_000)
    startedAt = started > 0 ? started : nil
    selection = try filter.filter(for: forest, isPart: isRunning).selection(in: forest, self.verdicts)
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
