import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the source when `delay` has passed, on `scheduler`; sends what it sends then, without
  /// delay.
  ///
  ///     source             a-b-|
  ///     delaySubscription  ---a-b-|     (delay 3)
  ///
  /// Ends as the source does. Disposing before that means that the source is never subscribed to. A delay of
  /// zero or less is as soon as the scheduler comes to it. As Rx `delaySubscription`.
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
      // Until the source is the gate's upstream, the work is.
      let work = ScheduledWork(for: scheduler, after: delay) { source.connect(gate) }
      gate.adopt(work)
      scheduler.enqueue(work, after: delay, leeway: .zero)
    }
  }
}
