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
    multicast { PublishSubject(CallSite("publish", file, line)) }
  }
}

extension Signal {
  /// Subscribes to this signal now, once, and sends all its values to every subscriber, whenever it comes.
  ///
  /// The subscription goes on until this signal ends. As `RACSignal -replay`.
  public func replay(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line), capacity: .max))
  }

  /// The same, but a late subscriber gets the last `count` values.
  public func replay(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replay", file, line), capacity: count))
  }

  /// The same, but a late subscriber gets the last value only. As `RACSignal -replayLast`.
  public func replayLast(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    connected(to: ReplaySubject(CallSite("replayLast", file, line), capacity: 1))
  }

  /// Subscribes to this signal when somebody first subscribes, once, and sends all its values to every subscriber.
  ///
  /// The subscription to this signal outlives its subscribers: it goes on until this signal ends. As
  /// `RACSignal -replayLazily`.
  public func replayLazily(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    let site = CallSite("replayLazily", file, line)
    let feed = Feed(from: self, to: ReplaySubject(site, capacity: .max))
    return Signal<Value>(site) { _, gate in
      feed.start(for: gate)
      feed.subject.rows.add(gate)
    }
  }

  private func connected(to subject: Subject<Value>) -> Signal<Value> {
    Feed(from: self, to: subject).start(for: nil)
    return subject
  }
}
