import SignalTracing
import Synchronization
import TraceFormat

extension Signal where Value == Int {
  /// Sends 0, 1, 2, … for ever: the first number after one `period`, then one number every `period`.
  ///
  ///     interval  ---0--1--2--3--      (period 3)
  ///
  /// The numbers are sent on `scheduler` until the subscription is disposed: the signal never ends. Every
  /// subscription counts from 0. If the scheduler is too late for a tick, that tick is left out. A tick may
  /// be up to `leeway` late on purpose, so that the system wakes up less often; a negative leeway is zero. A
  /// period of zero or less is a mistake, and stops the program. As
  /// `RACSignal +interval:onScheduler:withLeeway:` and Rx `interval`.
  public static func interval(
    _ period: Duration, leeway: Duration = .zero,
    on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Int> {
    ticks(
      CallSite("interval", file, line, [.source, .timer, .endless]), after: period, every: period,
      leeway: leeway, on: scheduler)
  }

  /// Sends 0 after `delay`; then completes or, with a `period`, goes on with 1, 2, … every `period`.
  ///
  ///     timer          -----(0|)
  ///     with a period  -----0--1--2--      (delay 5, period 3)
  ///
  /// The numbers are sent on `scheduler`; disposal ends the signal. With a delay of zero or less 0 is sent as
  /// soon as the scheduler runs the work. A period of zero or less is a mistake, and stops the program. As Rx
  /// `timer`.
  public static func timer(
    after delay: Duration, every period: Duration? = nil, leeway: Duration = .zero,
    on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Int> {
    let site = CallSite("timer", file, line, [.source, .timer, period == nil ? .ends : .endless])
    if let period { return ticks(site, after: delay, every: period, leeway: leeway, on: scheduler) }
    return Signal<Int>(site) { _, gate in
      gate.adopt(
        scheduler.schedule(after: delay, leeway: leeway) {
          gate.next(0)
          if gate.isOpen { gate.completed() }
        })
    }
  }

  private static func ticks(
    _ site: CallSite, after delay: Duration, every period: Duration, leeway: Duration,
    on scheduler: any TimedScheduler
  ) -> Signal<Int> {
    Signal<Int>(site) { _, gate in
      let count = Atomic<Int>(0)
      gate.adopt(
        scheduler.schedule(after: delay, every: period, leeway: leeway) {
          gate.next(count.add(1, ordering: .relaxed).oldValue)
        })
    }
  }
}
