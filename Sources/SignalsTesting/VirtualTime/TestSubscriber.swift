import Signals
import SignalTracing

/// Records what a signal sends, and when, in the virtual time of a scheduler.
///
/// It ends its subscription when it goes out of memory. Thread-safe.
public final class TestSubscriber<Value: Sendable>: Sendable {
  private struct State {
    var events: [Recorded<Value>] = []
    var interval: SubscriptionInterval?
    var subscription: Subscription?
  }

  private final class Log: Sendable {
    let state = Lock(State())
  }

  private let log = Log()
  private let scheduler: VirtualTimeScheduler
  private let hearing: (@Sendable (Recorded<Value>) -> Void)?

  init(on scheduler: VirtualTimeScheduler, hearing: (@Sendable (Recorded<Value>) -> Void)?) {
    self.scheduler = scheduler
    self.hearing = hearing
  }

  deinit { dispose() }

  /// What arrived, in order.
  public var events: [Recorded<Value>] { log.state.withLock { $0.events } }

  /// The values alone.
  public var values: [Value] { events.compactMap { $0.event.value } }

  /// When it was subscribed, and when its subscription ended; nil before.
  public var interval: SubscriptionInterval? { log.state.withLock { $0.interval } }

  /// Ends the subscription, if there is one.
  public func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    log.state.withLock { exchange(&$0.subscription, with: nil) }?.dispose(file: file, line: line)
  }

  func subscribe(to signal: Signal<Value>, file: StaticString, line: UInt32) {
    log.state.withLock { $0.interval = SubscriptionInterval(subscribed: scheduler.now) }
    // The closures hold the log, and not the subscriber, whose end is that of the subscription.
    let add: @Sendable (Event<Value>) -> Void = { [log, scheduler, hearing] event in
      let recorded = Recorded(time: scheduler.now, event: event)
      log.state.withLock { $0.events.append(recorded) }
      hearing?(recorded)
    }
    let subscription = signal.subscribe(
      next: { add(.next($0)) }, error: { add(.error($0)) }, completed: { add(.completed) },
      disposed: { [log, scheduler] in
        let now = scheduler.now
        log.state.withLock { $0.interval?.disposed = now }
      }, file: file, line: line)
    log.state.withLock { $0.subscription = subscription }
  }
}

extension TestSubscriber: CustomStringConvertible {
  /// What arrived, as a drawing.
  public var description: String {
    let actual = DrawnValues<Value>(events)
    let lines = MarbleDrawing([MarbleRow("", actual.marks)]).lines
    return (lines + actual.legend).joined(separator: "\n")
  }
}
