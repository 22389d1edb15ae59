import SignalTracing
import TraceFormat

extension Signal {
  /// A connection whose subscribers share one subscription to this signal. They subscribe to `subject`.
  ///
  ///     connect()  ^
  ///     source     -1--2--3-|
  ///     early      ^1--2--3-|
  ///     late            ^23-|     (`subject` is a `ReplaySubject(capacity: 1)`)
  ///
  /// This signal is not subscribed to before `connect()`. The kind of `subject` decides what a late
  /// subscriber gets. The end of this signal ends `subject`. As `RACSignal -multicast:`.
  public func multicast(_ subject: Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: subject)
  }

  /// As `multicast(_:)`, with a new subject for each connection of `refCount()`.
  ///
  /// The first subject is made at once, for `connect()`. As Rx `multicast(makeSubject:)`.
  public func multicast(makeSubject: @escaping @Sendable () -> Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: makeSubject(), makeSubject: makeSubject)
  }

  /// A connection whose subscribers get the events that this signal sends while they are subscribed.
  ///
  ///     connect()  ---^
  ///     source        -1--2--3-|
  ///     early      ^---1--2--3-|
  ///     late             ^2--3-|
  ///
  /// This signal is not subscribed to before `connect()`. Subscribers get the end of this signal, even if
  /// they subscribe after it. If the connection is disposed, they get no end. As `RACSignal -publish` and Rx
  /// `publish`.
  public func publish(file: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value> {
    multicast { PublishSubject(CallSite("publish", file, line, .keptConnection)) }
  }
}

extension Signal {
  /// Subscribes to this signal now, once, and sends all its values to every subscriber, early or late.
  ///
  ///     source  1--2--3--------|
  ///     late            ^(123)-|
  ///     after                    ^(123|)
  ///
  /// The subscription goes on until this signal ends, even after every subscriber has left. All values are
  /// kept. As `RACSignal -replay`.
  public func replay(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, [.keptConnection, .buffers]), capacity: .max))
  }

  /// Subscribes to this signal now, once. Every subscriber gets the last `count` values and all later events.
  ///
  ///     source  1--2--3--------|
  ///     late            ^(23)--|     (count 2)
  ///     after                    ^(23|)
  ///
  /// The subscription goes on until this signal ends, even without subscribers. With a count of 0 or less a
  /// late subscriber gets only later events. As Rx `replay(_:)`, connected at once.
  public func replay(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, .keptConnection), capacity: count))
  }

  /// Subscribes to this signal now, once. Every subscriber gets the last value and all later events.
  ///
  ///     source  1--2--3--------|
  ///     late            ^3-----|
  ///     after                    ^(3|)
  ///
  /// The subscription goes on until this signal ends, even without subscribers. As `RACSignal -replayLast`.
  public func replayLast(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replayLast", file, line, .keptConnection), capacity: 1))
  }

  /// Subscribes to this signal once, at the first subscription, and sends all its values to every subscriber.
  ///
  ///     source  ^-1--2--3-------|
  ///     first   ^-1--2-x
  ///     late              ^(123)|
  ///
  /// The subscription to this signal goes on until this signal ends, even after every subscriber has left.
  /// All values are kept. As `RACSignal -replayLazily`.
  public func replayLazily(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    replayingLazily(CallSite("replayLazily", file, line, [.keptConnection, .buffers]))
  }

  func replayingLazily(_ site: CallSite) -> Signal<Value> {
    let feed = Feed(from: self, to: ReplaySubject(site, capacity: .max))
    return Signal<Value>(site) { _, gate in
      feed.start(for: gate)
      feed.subject.rows.add(gate)
    }
  }

  func connected(to subject: Subject<Value>) -> Signal<Value> {
    Feed(from: self, to: subject).start(for: nil)
    return subject
  }
}

extension Signal {
  /// Calls `selector` with a signal whose subscribers share one subscription to this signal. Sends the events
  /// of the signal that `selector` returns.
  ///
  ///     source     -1--2-|
  ///     multicast  -A--B-|     (merged with itself times ten: A = 1 10, B = 2 20)
  ///
  /// `selector` and `makeSubject` run for each subscriber. The result ends as the returned signal does. The
  /// subscription to this signal is disposed then, and when the result is disposed. A throw of `selector` is
  /// the error. As Rx `multicast(_:selector:)`.
  public func multicast<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    makeSubject: @escaping @Sendable () -> Subject<Value>,
    selector: @escaping @Sendable (Signal<Value>) throws -> Signal<Result>
  ) -> Signal<Result> {
    derived(at: CallSite("multicast", file, line, .countedShare)) { source, downstream in
      let feed = Feed(from: source, to: makeSubject())
      let selection = Selection(feed, below: downstream)
      do {
        let result = try ThreadState.onBehalf(of: downstream.trace) { try selector(feed.subject) }
        result.connect(into: selection, role: Role(.source)) { selection, _, value in
          selection.output(of: Result.self).next(value)
        }
        feed.start(for: downstream)
      } catch {
        downstream.error(error)
      }
    }
  }
}

/// The subscription to the selector's signal, and the feed of the shared signal. They are disposed together.
private final class Selection: Junction, @unchecked Sendable {
  private let feed: Disposable

  init(_ feed: Disposable, below downstream: Gate) {
    self.feed = feed
    super.init(below: downstream)
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    feed.dispose(because: reason)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if downstream.isOpen { downstream.end(ending) }
  }
}
