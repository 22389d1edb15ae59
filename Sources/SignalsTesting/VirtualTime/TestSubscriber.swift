public import Signals
import SignalTracing

/// Records the events of a signal, and when they arrive, in the virtual time of a scheduler.
///
/// It is an `Observer` as well: a test may send to it by hand. It ends its subscription when it goes out of
/// memory. Thread-safe.
public final class TestSubscriber<Value: Sendable>: Observer {
  private struct State {
    var events: [Recorded<Value>] = []
    var interval: SubscriptionInterval?
    var subscription: Subscription?
  }

  /// The closures of the subscription keep the log, not the subscriber: the subscription must end when the
  /// subscriber goes.
  private final class Log: Sendable {
    let state = Lock(State())
    let scheduler: VirtualTimeScheduler
    private let hearing: (@Sendable (Recorded<Value>) -> Void)?

    init(_ scheduler: VirtualTimeScheduler, _ hearing: (@Sendable (Recorded<Value>) -> Void)?) {
      self.scheduler = scheduler
      self.hearing = hearing
    }

    func add(_ event: Event<Value>) {
      let recorded = Recorded(time: scheduler.now, event: event)
      state.withLock { $0.events.append(recorded) }
      hearing?(recorded)
    }
  }

  private let log: Log

  /// An empty recorder without a subscription.
  ///
  /// - Parameters:
  ///   - scheduler: the scheduler whose time is recorded.
  ///   - hearing: called during each event, after the event was recorded.
  public init(on scheduler: VirtualTimeScheduler, hearing: (@Sendable (Recorded<Value>) -> Void)? = nil) {
    log = Log(scheduler, hearing)
  }

  deinit { dispose() }

  /// The events that arrived, in order.
  public var events: [Recorded<Value>] { log.state.withLock { $0.events } }

  /// The values alone.
  public var values: [Value] { events.compactMap { $0.event.value } }

  /// The beginning and the end of its subscription; nil before the subscription.
  public var interval: SubscriptionInterval? { log.state.withLock { $0.interval } }

  /// Ends the subscription, if there is one.
  public func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    log.state.withLock { exchange(&$0.subscription, with: nil) }?.dispose(file: file, line: line)
  }

  /// Records a value.
  public func next(_ value: Value) { log.add(.next(value)) }

  /// Records an error. Later events are recorded as well.
  public func error(_ error: any Error) { log.add(.error(error)) }

  /// Records completion. Later events are recorded as well.
  public func completed() { log.add(.completed) }

  func subscribe(to signal: Signal<Value>, file: StaticString, line: UInt32) {
    let now = log.scheduler.now
    log.state.withLock { $0.interval = SubscriptionInterval(subscribed: now) }
    let subscription = signal.subscribe(
      next: { [log] in log.add(.next($0)) }, error: { [log] in log.add(.error($0)) },
      completed: { [log] in log.add(.completed) },
      disposed: { [log] in
        let now = log.scheduler.now
        log.state.withLock { $0.interval?.disposed = now }
      }, file: file, line: line)
    log.state.withLock { $0.subscription = subscription }
  }
}

extension TestSubscriber: CustomStringConvertible {
  /// The events that arrived, as a drawing.
  public var description: String {
    let actual = DrawnValues<Value>(events)
    let lines = MarbleDrawing([MarbleRow("", actual.marks)]).lines
    return (lines + actual.legend).joined(separator: "\n")
  }
}
