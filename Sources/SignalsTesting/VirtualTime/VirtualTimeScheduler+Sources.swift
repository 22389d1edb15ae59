public import Signals

extension VirtualTimeScheduler {
  /// A source that starts again for every subscriber. The ticks of the drawing count from the subscription.
  ///
  /// - Parameter error: the error that `#` sends.
  public func cold(
    _ timeline: Timeline, error: any Error = TestError(), file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Character> {
    cold(timeline.events(error) { $0 }, file, line)
  }

  /// The same, with a value for each character.
  public func cold<Value: Sendable>(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TestError(),
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Value> {
    cold(timeline.events(error) { values[$0] }, file, line)
  }

  /// The same, from a list of events. Their times count from the subscription.
  public func cold<Value: Sendable>(
    _ events: [Recorded<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Value> {
    cold(.success(events), file, line)
  }

  /// A source that sends the drawn events at their times, with or without subscribers, from virtual time 0
  /// on.
  ///
  /// An event that is drawn before `^`, or whose time has passed, is never sent.
  ///
  /// - Parameters:
  ///   - error: the error that `#` sends.
  ///   - remembersEnd: whether a later subscriber gets the end, as from a subject. Else it gets nothing, as
  ///     from a source that sends each event only once, and from Rx's `HotObservable`.
  public func hot(
    _ timeline: Timeline, error: any Error = TestError(), remembersEnd: Bool = true,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Character> {
    hot(timeline.events(error) { $0 }, remembersEnd, file, line)
  }

  /// The same, with a value for each character.
  public func hot<Value: Sendable>(
    _ timeline: Timeline, values: [Character: Value], error: any Error = TestError(),
    remembersEnd: Bool = true, file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Value> {
    hot(timeline.events(error) { values[$0] }, remembersEnd, file, line)
  }

  /// The same, from a list of events at times of the scheduler.
  public func hot<Value: Sendable>(
    _ events: [Recorded<Value>], remembersEnd: Bool = true,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSignal<Value> {
    hot(.success(events), remembersEnd, file, line)
  }
}

extension VirtualTimeScheduler {
  private func cold<Value: Sendable>(
    _ events: Result<[Recorded<Value>], MarbleError>, _ file: StaticString, _ line: UInt32
  ) -> TestSignal<Value> {
    let book = IntervalBook(self)
    let signal = Signal<Value>.create(file: file, line: line) { [self] subscriber in
      let end = CompositeDisposable([book.begin()])
      for recorded in try events.get() {
        end.add(schedule(after: recorded.time) { subscriber.send(recorded.event) })
      }
      return end
    }
    return TestSignal(signal, book)
  }

  private func hot<Value: Sendable>(
    _ events: Result<[Recorded<Value>], MarbleError>, _ remembersEnd: Bool, _ file: StaticString,
    _ line: UInt32
  ) -> TestSignal<Value> {
    let book = IntervalBook(self)
    let subject = HotSubject<Value>(remembersEnd: remembersEnd, file, line)
    switch events {
    case .success(let events):
      for recorded in events where recorded.time >= now {
        schedule(at: recorded.time) { subject.send(recorded.event) }
      }
    case .failure(let problem): subject.current.error(problem)
    }
    let signal = Signal<Value>.create(file: file, line: line) { subscriber in
      let end = book.begin()
      let inner = subject.current.subscribe(
        next: { subscriber.next($0) }, error: { subscriber.error($0) },
        completed: { subscriber.completed() }, file: file, line: line)
      return CompositeDisposable([inner, end])
    }
    return TestSignal(signal, book)
  }
}

extension Subscriber {
  fileprivate func send(_ event: Event<Value>) {
    switch event {
    case .next(let value): next(value)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }
}

extension Subject {
  func send(_ event: Event<Value>) {
    switch event {
    case .next(let value): next(value)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }
}

extension Timeline {
  /// The drawing as events. `value` returns the value of a character.
  fileprivate func events<Value: Sendable>(
    _ error: any Error, _ value: (Character) -> Value?
  ) -> Result<[Recorded<Value>], MarbleError> {
    if let problem { return .failure(problem) }
    var events: [Recorded<Value>] = []
    for entry in entries {
      let time = Duration.ticks(entry.tick)
      switch entry.mark {
      case .value(let character):
        guard let value = value(character) else { return .failure(MarbleError(unknown: character, in: self)) }
        events.append(.next(value, at: time))
      case .error: events.append(.error(error, at: time))
      case .completed: events.append(.completed(at: time))
      }
    }
    return .success(events)
  }
}
