import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the source when `delay` has passed, on `scheduler`. Sends the source's events without a
  /// delay.
  ///
  ///     source             a-b-|
  ///     delaySubscription  ---a-b-|     (delay 3)
  ///
  /// Ends as the source does. A disposal before the delay has passed means that the source is never
  /// subscribed to. With a delay of zero or less the scheduler subscribes as soon as it can. As Rx
  /// `delaySubscription`.
  public func delaySubscription(
    for delay: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("delaySubscription", file, line)) { source, downstream in
      let gate = Subscriber<Value>(
        site: source.site, downstream: downstream, anchor: downstream, role: Role(.source)
      ) {
        Output<Value>(downstreamOf: $1).next($0)
      }
      downstream.adopt(Link.retaining(gate))
      // The work is the gate's upstream until the source is.
      let work = ScheduledWork(for: scheduler, after: delay) { source.connect(gate) }
      gate.adopt(work)
      scheduler.enqueue(work, after: delay, leeway: .zero)
    }
  }
}
