public import SignalTracing

extension Signal {
  /// Sends `values` first, then the values of the source.
  ///
  ///     source        ----1--2-|
  ///     startWith(0)  0---1--2-|
  ///
  /// `values` are sent on the thread that subscribes, before the source is subscribed to. Ends as the source
  /// does. As `RACStream -startWith:`.
  @inlinable
  public func startWith(
    _ values: Value..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let receive: Subscriber<Value>.Receive = { value, gate in Output<Value>(downstreamOf: gate).next(value) }
    return derived(at: CallSite("startWith", file, line)) { source, downstream in
      for value in values where downstream.isOpen { downstream.next(value) }
      guard downstream.isOpen else { return }
      source.connect(
        inlet: Subscriber(above: downstream, to: source, receive: receive))
    }
  }

  /// Sends the values of the source and, once it has completed, `values`.
  ///
  ///     source      -1--2-|
  ///     endWith(3)  -1--2-(3|)
  ///
  /// Completes then. An error is sent on without `values`. As Rx `concat(.of(…))`.
  @inlinable
  public func endWith(
    _ values: Value..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("endWith", file, line), state: Stateless()) { _, value, output in
      output.next(value)
    } completion: { _, output in
      for value in values where output.isOpen { output.next(value) }
    }
  }
}
