import DequeModule
import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sends each value, subscribes to the signal that `transform` returns for it, and does the same with each
  /// value of that signal, and so on.
  ///
  ///     source  1-----------|
  ///     1       --2|
  ///     2         --3|
  ///     expand  1-2-3-------|     (`transform` has a signal for 1 and for 2, else an empty one)
  ///
  /// A value is sent when its turn to be transformed comes. At most `limit` inner signals are subscribed to
  /// at a time, and values wait for their turn. A limit of 0 is no limit; a negative limit is 1. The stack
  /// does not grow with the number of signals that send at once. Completes when the source and all inner
  /// signals have completed; an error of any of them is an error at once, and so is a throw of `transform`.
  /// As RxJS 7 `expand(project, concurrent)`.
  public func expand(
    maxConcurrent limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Value>
  ) -> Signal<Value> {
    derived(at: CallSite("expand", file, line, [.flattens, .buffers])) { source, downstream in
      let expansion = Expansion<Value>(
        limit: limit == 0 ? .max : Swift.max(1, limit), transform, below: downstream)
      source.connect(into: expansion, role: Role(.source)) { expansion, _, value in
        expansion.accept(value)
      }
    }
  }
}

private final class Expansion<Value: Sendable>: Junction, @unchecked Sendable {
  private struct State {
    var waiting: Deque<Held<Value>> = []
    var backlog = Backlog()
    var living = 0
    var sourceHasCompleted = false
    var failure: (any Error)?
    /// The event that ended a signal last.
    var endingCause: UInt64 = 0
  }

  /// The work of a turn.
  private enum Turn {
    case take(Held<Value>)
    case end(Ending, cause: UInt64)
  }

  private static var source: UInt32 { 0 }
  private static var inner: UInt32 { 1 }

  private let limit: Int
  private let transform: @Sendable (Value) throws -> Signal<Value>
  private let state = Mutex(State())
  /// The number of requests to look at the queue that are not served yet. The thread that makes it 1 serves
  /// them in a loop, and no other thread sends events down. So events arrive one at a time, and the stack
  /// does not grow.
  private let turns = Atomic<Int>(0)
  // Only the thread that looks at the queue counts.
  private var inners: UInt32 = 0

  init(
    limit: Int, _ transform: @escaping @Sendable (Value) throws -> Signal<Value>, below downstream: Gate
  ) {
    self.limit = limit
    self.transform = transform
    super.init(below: downstream)
  }

  func accept(_ value: Value) {
    let told = state.withLock { state in
      state.waiting.append(Held(value))
      return state.backlog.grew(to: state.waiting.count) ? state.waiting.count : nil
    }
    if let told { downstream.trace.waiting(told) }
    look()
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let cause = ThreadState.cause
    state.withLock { state in
      state.endingCause = cause
      if number == Self.source { state.sourceHasCompleted = true } else { state.living -= 1 }
      if case .failed(let error) = ending, state.failure == nil { state.failure = error }
    }
    look()
  }

  private func look() {
    guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      while downstream.isOpen, let turn = nextTurn() {
        switch turn {
        case .take(let held): ThreadState.caused(by: held.cause) { take(held.value) }
        case .end(let ending, let cause): ThreadState.caused(by: cause) { downstream.end(ending) }
        }
      }
    } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func nextTurn() -> Turn? {
    var told: Int?
    let turn = state.withLock { state -> Turn? in
      if let error = state.failure { return .end(.failed(error), cause: state.endingCause) }
      if state.sourceHasCompleted, state.living == 0, state.waiting.isEmpty {
        return .end(.completed, cause: state.endingCause)
      }
      guard state.living < limit, let held = state.waiting.popFirst() else { return nil }
      state.living += 1
      if state.backlog.shrank(to: state.waiting.count) { told = state.waiting.count }
      return .take(held)
    }
    if let told { downstream.trace.waiting(told) }
    return turn
  }

  private func take(_ value: Value) {
    output(of: Value.self).next(value)
    guard downstream.isOpen else { return }
    do {
      let inner = try ThreadState.onBehalf(of: downstream.trace) { try transform(value) }
      inners &+= 1
      inner.connect(into: self, role: Role(.inner, number: inners), number: Self.inner) {
        expansion, _, value in
        expansion.accept(value)
      }
    } catch {
      downstream.error(error)
    }
  }
}
