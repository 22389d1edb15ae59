public import SignalTracing
public import TraceFormat

extension Signal {
  /// A signal that runs `start` for every subscription, and sends what `start` sends to its subscriber.
  ///
  ///     sent    -1--2-|
  ///     create  -1--2-|
  ///
  /// The disposable that `start` returns is disposed when the subscription ends, however it does: before the
  /// end is delivered, or as soon as `start` returns if the subscription has ended by then. The signal ends
  /// when `start` sends an end; later events are dropped.
  ///
  /// `start` runs on the thread that subscribes; a throw of it becomes the signal's error. Events may be sent
  /// on any thread, by one thread at a time, and arrive where they are sent. Subscriptions that `start` makes
  /// must be part of the disposable that it returns. Otherwise they outlive it: this is the commonest leak.
  /// As `RACSignal +createSignal:` and Rx `create`.
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

  /// The same for a source of ours in another module, which gives its own call site.
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

  /// The same for a source that may send from several threads at the same time, and from within a delivery.
  package static func serialSource(
    _ site: CallSite, _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      startSerially(gate, ofProgram: false) { try start($0) }
    }
  }

  /// Whether a closure that sends is seen to send one event at a time: in a debug build, and while somebody
  /// watches.
  @inlinable static var sendersAreChecked: Bool {
    #if DEBUG
      true
    #else
      TracedSubscription.livesAreWatched
    #endif
  }

  /// A source of the program goes on after it was started.
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
