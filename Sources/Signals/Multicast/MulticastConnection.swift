import SignalTracing
import Synchronization
import TraceFormat

/// One subscription to a source for any number of subscribers: its side effects happen once.
///
///     let connection = source.publish()
///     connection.signal.subscribe(next: show).disposed(by: bag)
///     connection.signal.subscribe(next: log).disposed(by: bag)
///     connection.connect().disposed(by: bag)     // only now is the source subscribed to
///
/// A connection connects once. The disposable that `connect()` returns ends it for good; the subscribers get
/// no end then. As `RACMulticastConnection`. `share(replay:scope:)` connects with the first subscriber and
/// disconnects with the last one.
public final class MulticastConnection<Value: Sendable>: Sendable {
  private let feed: Feed<Value>
  /// Makes a subject for each further connection of `refCount()`; nil if all connections use the same
  /// subject.
  let makeSubject: (@Sendable () -> Subject<Value>)?

  init(_ source: Signal<Value>, subject: Subject<Value>, makeSubject: (@Sendable () -> Subject<Value>)? = nil)
  {
    feed = Feed(from: source, to: subject)
    self.makeSubject = makeSubject
  }

  var source: Signal<Value> { feed.source }
  var subject: Subject<Value> { feed.subject }

  /// The subscribers' signal: the subject that the source's events go to.
  public var signal: Signal<Value> { feed.subject }

  /// Subscribes to the source. Later calls do not subscribe again. Any thread.
  ///
  /// - Returns: the disposable that ends the subscription to the source; the same object at every call.
  public func connect(file: StaticString = #fileID, line: UInt32 = #line) -> Disposable {
    feed.start(for: nil, calledAt: CallSite("connect", file, line))
    return feed
  }

  /// A signal that connects at its first subscription, and ends the connection when its last subscriber
  /// leaves.
  ///
  ///     source  ^-1--2-x
  ///     a       ^-1-x
  ///     b          ^-2-x
  ///     c                  ^------
  ///
  /// It never connects again: a later subscriber gets only the events that the subject still sends. As
  /// `RACMulticastConnection -autoconnect`.
  public func autoconnect(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    let subscribers = Subscribers(of: feed)
    return Signal<Value>(CallSite("autoconnect", file, line, .countedShare)) { _, gate in
      subscribers.add(gate)
    }
  }
}

/// The subscribers of an autoconnecting signal. The first one starts the feed; when the last one leaves, the
/// feed is disposed.
private final class Subscribers<Value: Sendable>: MembershipOwner {
  private let feed: Feed<Value>
  private let count = Atomic<Int>(0)

  init(of feed: Feed<Value>) { self.feed = feed }

  func add(_ gate: Gate) {
    count.add(1, ordering: .relaxed)
    feed.subject.rows.add(gate, through: Membership(of: gate, at: feed.subject.rows, countedBy: self))
    feed.start(for: gate)
  }

  func memberLeft(_ rows: SubjectRows) {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      feed.dispose(because: .downstream)
    }
  }
}
