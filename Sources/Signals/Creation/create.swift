public import SignalTracing
public import TraceFormat

extension Signal {
  /// A signal that runs `start` for every subscription, and sends the events that `start` sends to its
  /// subscriber.
  ///
  ///     sent    -1--2-|
  ///     create  -1--2-|
  ///
  /// The disposable that `start` returns is disposed before the end is delivered, or when the subscription is
  /// disposed. If the subscription has ended before `start` returns, the disposable is disposed as soon as
  /// `start` returns. The signal ends when `start` sends an end; later events are dropped.
  ///
  /// `start` runs on the thread that subscribes. If it throws, the signal fails with that error. `start` may
  /// send events on any thread, one thread at a time; they arrive on that thread. The disposable that `start`
  /// returns must dispose every subscription that `start` makes. Otherwise these outlive the signal's
  /// subscription: this is the commonest leak. As `RACSignal +createSignal:` and Rx `create`.
  @inlinable
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(CallSite("create", file, line, [.source, .subscribesInUserCode])) { _, gate in
      if sendersAreChecked {
        return startSerially(gate) { front in
          try ThreadState.onBehalf(of: gate.trace) { try start(front) }
        }
      }
      do {
        if let disposable = try ThreadState.onBehalf(of: gate.trace, { try start(gate) }) {
          gate.adopt(disposable)
        }
        if gate.isOpen { noteOpenSource() }
      } catch {
        gate.error(error)
      }
    }
  }

  /// The same for a source in another module of this package. The source passes its own call site.
  package static func source(
    _ site: CallSite, _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      do {
        if let disposable = try start(gate) { gate.adopt(disposable) }
        if gate.isOpen { noteOpenSource() }
      } catch {
        gate.error(error)
      }
    }
  }

  /// The same for a source that may send from several threads at the same time, or during a delivery.
  package static func serialSource(
    _ site: CallSite, _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      startSerially(gate, ofProgram: false) { try start($0) }
    }
  }

  /// Whether the events that `start` sends are checked, and put one after the other: in a debug build, and
  /// while a watcher is on.
  @inlinable static var sendersAreChecked: Bool {
    #if DEBUG
      true
    #else
      TracedSubscription.livesAreWatched
    #endif
  }

  /// A source of the program has been started and has not ended.
  @usableFromInline static func noteOpenSource() { BlockingScope.noteOther() }

  @usableFromInline static func startSerially(
    _ gate: Subscriber<Value>, ofProgram isProgram: Bool = true,
    _ start: (Subscriber<Value>) throws -> Disposable?
  ) {
    let (front, upstream) = SerialSubscriber<Value>.inFront(of: gate, ofProgram: isProgram)
    do {
      if let disposable = try start(front) { upstream.add(disposable) }
      if gate.isOpen { noteOpenSource() }
    } catch {
      front.error(error)
    }
  }
}
