import SignalTracing
import Synchronization
import TraceFormat

/// The reason why an execution of an action did not start.
public enum ActionError: Error, Hashable {
  /// The action was disabled, or an execution ran already.
  case disabled
}

/// Work that a program starts on demand. An action tells whether it may be executed now, and sends the
/// results of all executions.
///
/// An action runs one execution at a time, unless `allowsConcurrency` is true. Thread-safe. As `RACCommand`
/// and ReactiveSwift `Action`.
public final class Action<Input: Sendable, Output: Sendable>: Sendable {
  /// Whether an execution runs.
  public let isExecuting: Property<Bool>
  /// Whether an execution would start now.
  public let isEnabled: Property<Bool>
  /// The values of all executions.
  public let values: Signal<Output>
  /// The errors of all executions, as values.
  public let errors: Signal<any Error>
  /// Sends whenever an execution has completed.
  public let completions: Signal<Void>
  /// Sends whenever an execution did not start because the action was disabled.
  public let disabledErrors: Signal<Void>
  /// All events of all executions, their ends included, as values.
  public let events: Signal<Event<Output>>
  /// Sends a signal for each execution when it starts. If the execution fails, its signal completes instead.
  public let executions: Signal<Signal<Output>>

  private let work: @Sendable (Input) throws -> Signal<Output>
  private let allowsConcurrency: Bool
  private let file: StaticString
  private let line: UInt32
  private let running: MutableProperty<Int>
  private let permission: Property<Bool>
  private let valueSubject: PublishSubject<Output>
  private let errorSubject: PublishSubject<any Error>
  private let executionSubject: PublishSubject<Signal<Output>>
  private let completionSubject: PublishSubject<Void>
  private let disabledSubject: PublishSubject<Void>
  private let eventSubject: PublishSubject<Event<Output>>

  /// - Parameters:
  ///   - permission: its newest value says whether the action may be executed. Without it, and before its
  ///     first value, the action may be executed.
  ///   - allowsConcurrency: whether several executions may run at a time.
  ///   - work: returns the signal of an execution. A throw is an error of the execution.
  public init(
    enabledIf permission: Signal<Bool>? = nil, allowsConcurrency: Bool = false,
    file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Input) throws -> Signal<Output>
  ) {
    let site = CallSite("Action", file, line, [.source, .hot, .endsWithItsObject])
    let running = MutableProperty(0, file: file, line: line)
    let permitted =
      permission.map { Property(true, then: $0, file: file, line: line) }
      ?? Property(true, file: file, line: line)
    self.file = file
    self.line = line
    self.work = work
    self.allowsConcurrency = allowsConcurrency
    self.running = running
    self.permission = permitted
    valueSubject = PublishSubject(site)
    errorSubject = PublishSubject(site)
    executionSubject = PublishSubject(site)
    completionSubject = PublishSubject(site)
    disabledSubject = PublishSubject(site)
    eventSubject = PublishSubject(site)
    values = valueSubject
    errors = errorSubject
    executions = executionSubject
    completions = completionSubject
    disabledErrors = disabledSubject
    events = eventSubject
    let isRunning = running.signal.map(file: file, line: line) { $0 > 0 }
    isExecuting = Property(
      false, then: isRunning.distinctUntilChanged(file: file, line: line), file: file, line: line)
    let mayStart = combineLatest(
      permitted.signal, running.signal, file: file, line: line
    ).map(file: file, line: line) { isPermitted, running in
      isPermitted && (allowsConcurrency || running == 0)
    }
    isEnabled = Property(
      permitted.value, then: mayStart.distinctUntilChanged(file: file, line: line), file: file, line: line)
  }

  deinit {
    valueSubject.rows.end(.completed)
    errorSubject.rows.end(.completed)
    executionSubject.rows.end(.completed)
    completionSubject.rows.end(.completed)
    disabledSubject.rows.end(.completed)
    eventSubject.rows.end(.completed)
  }

  /// An action that works on the value of a property. That value also decides whether the action is enabled.
  ///
  /// - Parameters:
  ///   - state: the property. The action keeps it in memory.
  ///   - isEnabled: whether the action may be executed while the property has this value.
  ///   - allowsConcurrency: whether several executions may run at a time.
  ///   - work: returns the signal of an execution, for the value that the property has when the execution
  ///     starts. A throw is an error of the execution.
  ///
  /// As ReactiveSwift `Action(state:enabledIf:execute:)`.
  public convenience init<State: Sendable>(
    state: Property<State>, enabledIf isEnabled: @escaping @Sendable (State) -> Bool = { _ in true },
    allowsConcurrency: Bool = false, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (State, Input) throws -> Signal<Output>
  ) {
    self.init(
      enabledIf: state.signal.map(file: file, line: line, isEnabled), allowsConcurrency: allowsConcurrency,
      file: file, line: line
    ) { try work(state.value, $0) }
  }

  /// Starts an execution now.
  ///
  ///     work     -1--2-|
  ///     execute  -1--2-|
  ///
  /// - Returns: a signal of all events of the execution. A later subscriber gets them from the beginning. If
  ///   the action is disabled, nothing starts, and the signal fails with `ActionError.disabled`. Else it ends
  ///   as the signal of `work` does.
  ///
  /// As `RACCommand -execute:` and ReactiveSwift `Action.apply`.
  @discardableResult
  public func execute(_ input: Input) -> Signal<Output> {
    do { try begin() } catch {
      disabledSubject.next(())
      return .fail(error, file: file, line: line)
    }
    let result = ReplaySubject<Output>(
      CallSite("Action", file, line, [.source, .hot, .buffers]), capacity: .max)
    executionSubject.next(result.ignoreFailure(file: file, line: line))
    let source: Signal<Output>
    do { source = try work(input) } catch { source = .fail(error, file: file, line: line) }
    _ = source.do(
      onNext: { [valueSubject, eventSubject] value in
        valueSubject.next(value)
        eventSubject.next(.next(value))
      },
      onError: { [errorSubject, eventSubject, running] error in
        running.modify { $0 -= 1 }
        errorSubject.next(error)
        eventSubject.next(.error(error))
      },
      onCompleted: { [completionSubject, eventSubject, running] in
        running.modify { $0 -= 1 }
        completionSubject.next(())
        eventSubject.next(.completed)
      }, file: file, line: line
    ).bind(to: result, file: file, line: line)
    return result
  }

  private func begin() throws {
    try running.modify { running in
      guard permission.value, allowsConcurrency || running == 0 else { throw ActionError.disabled }
      running += 1
    }
  }
}
