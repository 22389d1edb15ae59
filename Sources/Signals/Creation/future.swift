import SignalTracing

extension Signal {
  /// Starts work at once, and sends its one result to every subscriber, whenever it comes.
  ///
  /// `work` runs now, on this thread, and calls what it is handed with its result, once, from any thread. As Combine
  /// `Future`.
  public static func future(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ work: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) -> Signal<Value> {
    let subject = ReplaySubject<Value>(CallSite("future", file, line), capacity: 1)
    work { result in
      switch result {
      case .success(let value):
        subject.next(value)
        subject.completed()
      case .failure(let error): subject.error(error)
      }
    }
    return subject
  }

  /// Starts a signal once, on a scheduler, when somebody first subscribes, and sends all its values to every subscriber.
  ///
  /// It goes on until it ends, also without subscribers. As `RACSignal +startLazilyWithScheduler:block:`.
  public static func startLazily(
    on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Void
  ) -> Signal<Value> {
    Signal<Value>.create(file: file, line: line) { subscriber in
      try start(subscriber)
      return nil
    }.subscribe(on: scheduler, file: file, line: line).replayLazily(file: file, line: line)
  }

  /// Starts a signal once, on a scheduler, now, and sends all its values to every subscriber, whenever it comes.
  ///
  /// As `RACSignal +startEagerlyWithScheduler:block:`.
  public static func startEagerly(
    on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Void
  ) -> Signal<Value> {
    Signal<Value>.create(file: file, line: line) { subscriber in
      try start(subscriber)
      return nil
    }.subscribe(on: scheduler, file: file, line: line).replay(file: file, line: line)
  }
}
