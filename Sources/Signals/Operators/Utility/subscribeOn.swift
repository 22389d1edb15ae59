import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the signal on `scheduler`; so what it sends while it is subscribed to is sent there.
  ///
  ///     source          ab--c-|
  ///     subscribe(on:)  -ab--c-|     (the scheduler comes to it after 1)
  ///
  /// Disposing before the scheduler comes to it means that the signal is never subscribed to; disposal itself
  /// happens where it is asked for. Ends as the source does. `subscribe(on: .subscription)` is RAC's rule for
  /// where to subscribe. As `RACSignal -subscribeOn:`.
  public func subscribe(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("subscribe(on:)", file, line)) { source, downstream in
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
