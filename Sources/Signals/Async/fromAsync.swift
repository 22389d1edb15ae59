import SignalTracing
import TraceFormat

extension Signal {
  /// Runs asynchronous work for every subscription, in a task of its own. Sends the result of the work and
  /// completes.
  ///
  ///     work       ---1
  ///     fromAsync  ---(1|)
  ///
  /// The events are sent on the thread on which the task runs. A throw becomes the signal's error. Disposal
  /// cancels the task; a later result is not sent. As RxSwift `Single.create` of an asynchronous closure.
  public static func fromAsync(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Signal<Value> {
    Signal(task: CallSite("fromAsync", file, line, [.source, .subscribesInUserCode]), priority) { gate in
      let value = try await work()
      if gate.isOpen { gate.next(value) }
    }
  }

  /// Sends the elements of an asynchronous sequence and completes. Every subscription iterates for itself, in
  /// a task of its own.
  ///
  ///     elements   -1--2-|
  ///     fromAsync  -1--2-|
  ///
  /// The events are sent on the thread on which the task runs. A throw of the sequence becomes the signal's
  /// error. Disposal cancels the task. While more values wait than `values(buffering: .suspending(…))`
  /// allows, no further element is taken from the sequence. As RxSwift `AsyncSequence.asObservable`.
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

  /// A signal that runs `body` for every subscription, in a task of its own, and ends as `body` does.
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
