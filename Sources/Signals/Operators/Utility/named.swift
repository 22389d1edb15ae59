import SignalTracing

extension Signal {
  /// Gives the subscriptions to this signal a name for traces and drawings.
  ///
  ///     source        1-2---3-|
  ///     named("abc")  1-2---3-|     ("abc" in traces)
  ///
  /// Ends as the source does. It adds no operator and no gate between the signal and its subscriber. As
  /// `RACSignal -setNameWithFormat:`.
  public func named(_ label: String) -> Signal<Value> {
    derived(at: site) { source, gate in
      gate.trace.named(label: label)
      source.connect(gate)
    }
  }
}
