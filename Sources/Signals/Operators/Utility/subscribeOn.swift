import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the signal on `scheduler`. So events that the signal sends during the subscription are
  /// sent there.
  ///
  ///     source          ab--c-|
  ///     subscribe(on:)  -ab--c-|     (the scheduler comes to it after 1)
  ///
  /// If the subscription is disposed before the scheduler runs the work, the signal is never subscribed to.
  /// Disposal runs on the thread that disposes. Ends as the source does. `subscribe(on: .subscription)`
  /// subscribes where RAC does. As `RACSignal -subscribeOn:`.
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
      // The work is the gate's upstream until the source is.
      let work = ScheduledWork(for: scheduler) { source.connect(gate) }
      gate.adopt(work)
      scheduler.enqueue(work)
    }
  }
}
