import SignalTracing
import TraceFormat

extension Signal {
  /// Runs asynchronous work for every subscription, in a task of its own, and sends what it returns; then
  /// completes.
  ///
  ///     work       ---1
  ///     fromAsync  ---(1|)
  ///
  /// Sent on the thread that the task runs on. A throw becomes the signal's error. Disposal cancels the task;
  /// what it still returns is not sent. As RxSwift `Single.create` of an asynchronous closure.
  public static func fromAsync(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Signal<Value> {
    Signal(task: CallSite("fromAsync", file, line, [.source, .subscribesInUserCode]), priority) { gate in
      let value = try await work()
      if gate.isOpen { gate.next(value) }
    }
  }

  /// Sends the elements of an asynchronous sequence and completes. Every subscription iterates anew, in a
  /// task of its own.
  ///
  ///     elements   -1--2-|
  ///     fromAsync  -1--2-|
  ///
  /// Sent on the thread that the task runs on. A throw of the sequence becomes the signal's error. Disposal
  /// cancels the task. While a task that takes the values with `values(buffering: .suspending(…))` has as
  /// many as it wants waiting, no further element is taken. As RxSwift `AsyncSequence.asObservable`.
  public static func fromAsync<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> where Elements.Element == Value {
    Signal(elements, priority: priority, file: file, line: line)
  }

  /// As `fromAsync(_:priority:)`: sends the elements of an asynchronous sequence and completes.
  ///
  ///     elements  -1--2-|
  ///     Signal    -1--2-|
  ///
  /// A throw of the sequence becomes the signal's error; disposal cancels the task.
  public convenience init<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) where Elements.Element == Value {
    self.init(task: CallSite("fromAsync", file, line, [.source, .subscribesInUserCode]), priority) { gate in
      try await SendingTask.run { sender in
        for try await element in elements {
          guard gate.isOpen else { return }
          await sender.send { gate.next(element) }
        }
      }
    }
  }

  /// A signal that runs `body` for every subscription, in a task of its own, and ends as that does.
  private convenience init(
    task site: CallSite, _ priority: TaskPriority?,
    _ body: @escaping @Sendable (Subscriber<Value>) async throws -> Void
  ) {
    self.init(site) { _, gate in
      BlockingScope.noteOther()
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
