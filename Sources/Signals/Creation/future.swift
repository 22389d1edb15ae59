import SignalTracing
import TraceFormat

extension Signal {
  /// Starts work at once, and sends its one result to every subscriber, early or late.
  ///
  ///     result  ---1
  ///     early   ---(1|)
  ///     late         ^(1|)
  ///
  /// `work` runs now, on this thread, and is handed a closure. It calls the closure with its result, on any
  /// thread, and the result is sent on that thread. A failure is the error. A second call is ignored. A later
  /// subscriber gets the result on the thread that subscribes. Disposal does not stop the work. As Combine
  /// `Future`.
  public static func future(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ work: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) -> Signal<Value> {
    let subject = ReplaySubject<Value>(CallSite("future", file, line, [.source, .hot]), capacity: 1)
    let once = Once()
    work { result in
      guard once.isFirst() else { return }
      switch result {
      case .success(let value):
        subject.next(value)
        subject.rows.end(.completed)
      case .failure(let error): subject.error(error)
      }
    }
    return subject
  }

  /// Starts a signal once, on a scheduler, at the first subscription, and sends all its values to every
  /// subscriber.
  ///
  ///     started  ^-1--2--3-------|
  ///     first    ^-1--2-x
  ///     late               ^(123)|
  ///
  /// The started signal runs until it ends, even without subscribers. A later subscriber gets all values and
  /// the end. A throw of `start` becomes the error. As `RACSignal +startLazilyWithScheduler:block:`.
  public static func startLazily(
    on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Void
  ) -> Signal<Value> {
    let work = CallSite("startLazily", file, line, [.source, .subscribesInUserCode])
    return started(work, on: scheduler, start)
      .replayingLazily(CallSite("startLazily", file, line, [.keptConnection, .buffers]))
  }

  /// Starts a signal now, once, on a scheduler, and sends all its values to every subscriber, early or late.
  ///
  ///     started  ^-1--2--3-------|
  ///     late               ^(123)|
  ///
  /// The started signal runs until it ends, even without subscribers. A later subscriber gets all values and
  /// the end. A throw of `start` becomes the error. As `RACSignal +startEagerlyWithScheduler:block:`.
  public static func startEagerly(
    on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Void
  ) -> Signal<Value> {
    let work = CallSite("startEagerly", file, line, [.source, .subscribesInUserCode])
    let site = CallSite("startEagerly", file, line, [.keptConnection, .buffers])
    return started(work, on: scheduler, start).connected(to: ReplaySubject(site, capacity: .max))
  }

  /// Runs `start` on a scheduler for every subscription.
  private static func started(
    _ site: CallSite, on scheduler: any Scheduler,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Void
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      gate.adopt(
        scheduler.schedule {
          guard !sendersAreChecked else {
            return startSerially(gate) { front in
              try ThreadState.onBehalf(of: gate.trace) { try start(front) }
              return nil
            }
          }
          do {
            try ThreadState.onBehalf(of: gate.trace) { try start(gate) }
          } catch {
            gate.error(error)
          }
        })
    }
  }
}
