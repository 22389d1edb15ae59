import SignalTracing

extension Signal {
  /// A connection whose subscribers share one subscription to this signal, by way of `subject`. As `RACSignal -multicast:`.
  public func multicast(_ subject: Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: subject)
  }

  /// The same with a subject that is made, anew for each connection of `refCount()`. As Rx `multicast(makeSubject:)`.
  public func multicast(makeSubject: @escaping @Sendable () -> Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(self, subject: makeSubject(), makeSubject: makeSubject)
  }

  /// A connection whose subscribers get what this signal sends while they are subscribed. As `RACSignal -publish`.
  public func publish(file: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value> {
    multicast { PublishSubject(CallSite("publish", file, line, .keptConnection)) }
  }
}

extension Signal {
  /// Subscribes to this signal now, once, and sends all its values to every subscriber, whenever it comes.
  ///
  /// The subscription goes on until this signal ends. As `RACSignal -replay`.
  public func replay(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, [.keptConnection, .buffers]), capacity: .max))
  }

  /// The same, but a late subscriber gets the last `count` values.
  public func replay(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line, .keptConnection), capacity: count))
  }

  /// The same, but a late subscriber gets the last value only. As `RACSignal -replayLast`.
  public func replayLast(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replayLast", file, line, .keptConnection), capacity: 1))
  }

  /// Subscribes to this signal when somebody first subscribes, once, and sends all its values to every subscriber.
  ///
  /// The subscription to this signal outlives its subscribers: it goes on until this signal ends. As
  /// `RACSignal -replayLazily`.
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
  /// Shares one subscription to this signal within what `selector` makes of it, for each subscriber anew.
  ///
  /// As Rx `multicast(_:selector:)`.
  public func multicast<Result: Sendable>(
    makeSubject: @escaping @Sendable () -> Subject<Value>,
    selector: @escaping @Sendable (Signal<Value>) throws -> Signal<Result>,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    Signal<Result>(CallSite("multicast", file, line, .countedShare), upstream: self) { signal, downstream in
      let feed = Feed(from: signal.source(of: Value.self), to: makeSubject())
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

/// What a selector made, and the feed of what it was made from: disposed together.
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

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if downstream.isOpen { downstream.end(ending) }
  }
}
