import TraceAnalysis
import TraceFormat
import TraceRendering

extension AnalyzedTrace {
  /// Becomes what was to be known at a moment of the recording.
  mutating func goBack(
    to moment: MomentArgument, of recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    keepsActivity: Bool
  ) throws(CommandFailure) {
    try goBack(
      to: moment.time(in: forest, for: "--at"), of: recording, verdicts, filter, keepsActivity: keepsActivity)
  }

  /// The same with a time on the recording's clock.
  mutating func goBack(
    to time: UInt64, of recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    keepsActivity: Bool
  ) throws(CommandFailure) {
    forest = Forest(reading: recording, upTo: time, options: .init(keepsActivity: keepsActivity))
    self.verdicts = Verdicts(forest, options: try verdicts.options(for: forest))
    selection = try filter.filter(for: forest, isPart: true).selection(in: forest, self.verdicts)
  }
}
