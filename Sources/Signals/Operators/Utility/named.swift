import SignalTracing

extension Signal {
  /// Gives the subscriptions of this signal a name, by which traces and drawings call them.
  ///
  ///     source        1-2---3-|
  ///     named("abc")  1-2---3-|     ("abc" in traces)
  ///
  /// Ends as the source does. It is no operator of its own: nothing stands between the signal and its
  /// subscriber for it. As `RACSignal -setNameWithFormat:`.
  public func named(_ label: String) -> Signal<Value> {
    derived(at: site) { source, gate in
      gate.trace.named(label: label)
      source.connect(gate)
    }
  }
}
