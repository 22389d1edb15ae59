import SignalTracing

extension Signal {
  /// Gives the subscriptions of this signal a name, by which traces and drawings call them.
  ///
  /// It is no operator of its own: nothing stands between the signal and its subscriber for it. As
  /// `RACSignal -setNameWithFormat:`.
  public func named(_ label: String) -> Signal<Value> {
    Signal<Value>(site, upstream: self) { signal, gate in
      gate.trace.named(label: label)
      signal.source(of: Value.self).connect(gate)
    }
  }
}
