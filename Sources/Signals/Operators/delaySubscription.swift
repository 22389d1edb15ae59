import SignalTracing

extension Signal {
  /// Subscribes to the source when `delay` has passed, on `scheduler`; sends what it sends then, without delay.
  ///
  ///     source             a-b-|
  ///     delaySubscription  ---a-b-|     (delay 3)
  ///
  /// Disposing before that means that the source is never subscribed to. As Rx `delaySubscription`.
  public func delaySubscription(
    for delay: Duration, on scheduler: some TimedScheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("delaySubscription", file, line), upstream: self) { signal, downstream in
      let source = signal.source(of: Value.self)
      let gate = Subscriber<Value>(
        site: source.site, downstream: downstream, anchor: downstream, role: Role(.source)
      ) {
        Output<Value>(downstreamOf: $1).next($0)
      }
      downstream.adopt(Link.retaining(gate))
      // Until the source is the gate's upstream, the work is.
      let work = ScheduledWork(for: scheduler, after: delay) { source.connect(gate) }
      gate.adopt(work)
      scheduler.enqueue(work, after: delay, leeway: .zero)
    }
  }
}
