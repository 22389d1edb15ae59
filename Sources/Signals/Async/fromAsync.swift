import SignalTracing

extension Signal {
  /// Runs asynchronous work for every subscription, in a task of its own, and sends what it returns.
  ///
  /// A throw becomes the signal's error. Disposal cancels the task; what it still returns is not sent. As RxSwift
  /// `Single.create` of an asynchronous closure.
  public static func fromAsync(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Signal<Value> {
    tasked(CallSite("fromAsync", file, line, .source), priority) { gate in
      let value = try await work()
      if gate.isOpen { gate.next(value) }
    }
  }

  /// Sends the elements of an asynchronous sequence and completes. Every subscription iterates anew, in a task of its own.
  ///
  /// A throw of the sequence becomes the signal's error. Disposal cancels the task. As RxSwift
  /// `AsyncSequence.asObservable`.
  public static func fromAsync<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> where Elements.Element == Value {
    tasked(CallSite("fromAsync", file, line, .source), priority) { gate in
      for try await element in elements {
        guard gate.isOpen else { return }
        gate.next(element)
      }
    }
  }

  private static func tasked(
    _ site: CallSite, _ priority: TaskPriority?,
    _ body: @escaping @Sendable (Subscriber<Value>) async throws -> Void
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      let task = Task(priority: priority) {
        do {
          try await body(gate)
          if gate.isOpen { gate.completed() }
        } catch {
          if gate.isOpen { gate.error(error) }
        }
      }
      gate.adopt(Disposable { task.cancel() })
    }
  }
}
