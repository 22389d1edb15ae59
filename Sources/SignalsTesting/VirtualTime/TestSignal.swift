public import Signals
import SignalTracing

/// A source with events that a test has fixed beforehand. It knows when each subscription to it began and
/// ended.
///
/// Made by `cold` and `hot` of a `VirtualTimeScheduler`. Thread-safe.
public final class TestSignal<Value: Sendable>: Sendable {
  /// The source itself, to build operators on.
  public let signal: Signal<Value>
  private let book: IntervalBook

  init(_ signal: Signal<Value>, _ book: IntervalBook) {
    self.signal = signal
    self.book = book
  }

  /// One interval for each subscription, in the order in which they began.
  public var subscriptions: [SubscriptionInterval] { book.intervals }
}

/// The intervals of its subscriptions.
final class IntervalBook: Sendable {
  private let scheduler: VirtualTimeScheduler
  private let list = Lock<[SubscriptionInterval]>([])

  init(_ scheduler: VirtualTimeScheduler) { self.scheduler = scheduler }

  var intervals: [SubscriptionInterval] { list.withLock { $0 } }

  /// Notes a subscription that begins now. The returned disposable notes its end.
  func begin() -> Disposable {
    let now = scheduler.now
    let index = list.withLock { list in
      list.append(SubscriptionInterval(subscribed: now))
      return list.count - 1
    }
    return Disposable { [self] in
      let now = scheduler.now
      list.withLock { $0[index].disposed = now }
    }
  }
}
