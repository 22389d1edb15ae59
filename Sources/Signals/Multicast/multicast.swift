import SignalTracing
import TraceFormat

extension Signal {
  /// A connection whose subscribers share one subscription to this signal, by way of `subject`.
  ///
  ///     connect()  ^
  ///     source     -1--2--3-|
  ///     early      ^1--2--3-|
  ///     late            ^23-|     (`subject` is a `ReplaySubject(capacity: 1)`)
  ///
  /// Nothing is subscribed to before `connect()`. The subject says what a late subscriber gets,
  /// and gets the end of this signal. As `RACSignal -multicast:`.
  public func multicast(_ subject: Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: subject)
  }

  /// As `multicast(_:)` with a subject that is made, anew for each connection of `refCount()`.
  ///
  /// One is made at once, for `connect()`. As Rx `multicast(makeSubject:)`.
  public func multicast(makeSubject: @escaping @Sendable () -> Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: makeSubject(), makeSubject: makeSubject)
  }

  /// A connection whose subscribers get what this signal sends while they are subscribed.
  ///
  ///     connect()  ---^
  ///     source        -1--2--3-|
  ///     early      ^---1--2--3-|
  ///     late             ^2--3-|
  ///
  /// Nothing is subscribed to before `connect()`. Subscribers get the end of this signal, also
  /// those who come after it; disposing the connection leaves them without one. As `RACSignal -publish` and
  /// Rx `publish`.
  public func publish(file: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value> {
    multicast { PublishSubject(CallSite("publish", file, line, .keptConnection)) }
  }
}

extension Signal {
  /// Subscribes to this signal now, once, and sends all its values to every subscriber, whenever it comes.
  ///
  ///     source  1--2--3--------|
  ///     late            ^(123)-|
  ///     after                    ^(123|)
  ///
  /// The subscription goes on until this signal ends, also without subscribers: disposing them does not end
  /// it. All values are kept. As `RACSignal -replay`.
  public func replay(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, [.keptConnection, .buffers]), capacity: .max))
  }

  /// Subscribes to this signal now, once, and sends its last `count` values, and what follows, to every
  /// subscriber.
  ///
  ///     source  1--2--3--------|
  ///     late            ^(23)--|     (count 2)
  ///     after                    ^(23|)
  ///
  /// The subscription goes on until this signal ends, also without subscribers. With 0, or less, a late
  /// subscriber gets what follows alone. As Rx `replay(_:)`, connected at once.
  public func replay(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, .keptConnection), capacity: count))
  }

  /// Subscribes to this signal now, once, and sends its last value, and what follows, to every subscriber.
  ///
  ///     source  1--2--3--------|
  ///     late            ^3-----|
  ///     after                    ^(3|)
  ///
  /// The subscription goes on until this signal ends, also without subscribers. As `RACSignal -replayLast`.
  public func replayLast(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replayLast", file, line, .keptConnection), capacity: 1))
  }

  /// Subscribes to this signal when somebody first subscribes, once, and sends all its values to every
  /// subscriber.
  ///
  ///     source  ^-1--2--3-------|
  ///     first   ^-1--2-x
  ///     late              ^(123)|
  ///
  /// The subscription to this signal outlives its subscribers: it goes on until this signal ends. All values
  /// are kept. As `RACSignal -replayLazily`.
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
  /// Hands `selector` a signal whose subscribers share one subscription to this one. Sends what the signal of
  /// `selector` sends.
  ///
  ///     source     -1--2-|
  ///     multicast  -A--B-|     (merged with itself times ten: A = 1 10, B = 2 20)
  ///
  /// `selector` runs for each subscriber anew, and so does `makeSubject`. The result ends as the signal of
  /// `selector` does; then, and when the result is disposed, this signal is disposed, too. A throw of
  /// `selector` is the error. As Rx `multicast(_:selector:)`.
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

/// The signal that a selector made, and the feed of the signal below it: disposed together.
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
