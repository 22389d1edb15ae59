import SignalTracing

extension Signal {
  /// Subscribes to the signal on `scheduler`; so what it sends while it is subscribed to is sent there.
  ///
  /// Disposing before the scheduler comes to it means that the signal is never subscribed to; disposal itself happens
  /// where it is asked for. `subscribe(on: .subscription)` is RAC's rule for where to subscribe. As
  /// `RACSignal -subscribeOn:`.
  public func subscribe(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("subscribe(on:)", file, line), upstream: self) { signal, downstream in
      let source = signal.source(of: Value.self)
      let gate = Subscriber<Value>(
        site: source.site, downstream: downstream, anchor: downstream, role: Role(.source)
      ) {
        Output<Value>(downstreamOf: $1).next($0)
      }
      downstream.adopt(Link.retaining(gate))
      // Until the source is the gate's upstream, the work is.
      let work = ScheduledWork(for: scheduler) { source.connect(gate) }
      gate.adopt(work)
      scheduler.enqueue(work)
    }
  }
}
