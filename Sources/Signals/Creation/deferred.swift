public import SignalTracing
public import TraceFormat

extension Signal {
  /// Makes a signal for every subscription, and sends the events of that signal.
  ///
  ///     made      -1--2-|
  ///     deferred  -1--2-|
  ///
  /// It ends as the made signal ends. Disposal disposes the subscription to the made signal. `make` runs on
  /// the thread that subscribes; a throw becomes the signal's error. As `RACSignal +defer:` and Rx
  /// `deferred`.
  @inlinable
  public static func deferred(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Signal<Value>
  ) -> Signal<Value> {
    let receive: Subscriber<Value>.Receive = { value, gate in Output<Value>(downstreamOf: gate).next(value) }
    return Signal<Value>(CallSite("deferred", file, line, [.source, .subscribesInUserCode])) {
      _, downstream in
      do {
        let source = try ThreadState.onBehalf(of: downstream.trace, make)
        source.connect(
          inlet: Subscriber(above: downstream, to: source, receive: receive))
      } catch {
        downstream.error(error)
      }
    }
  }
}
