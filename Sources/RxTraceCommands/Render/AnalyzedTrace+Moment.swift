import TraceAnalysis
import TraceFormat
import TraceRendering

extension AnalyzedTrace {
  /// Becomes what was to be known at a moment of the recording.
  mutating func goBack(
    to moment: MomentArgument, of recording: Recording, _ verdicts: VerdictOptions, _ filter: FilterOptions,
    keepsActivity: Bool
  ) throws(CommandFailure) {
    forest = Forest(
      reading: recording, upTo: try moment.time(in: forest), options: .init(keepsActivity: keepsActivity))
    self.verdicts = Verdicts(forest, options: try verdicts.options(for: forest))
    selection = try filter.filter(for: forest).selection(in: forest, self.verdicts)
  }
}
