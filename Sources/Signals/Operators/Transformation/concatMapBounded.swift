import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// As `concatMap(_:)`, with a bound on the number of waiting values.
  ///
  ///     source     abcd---------|
  ///     a          ---1|
  ///     d              ---2|
  ///     concatMap  ---1---2-----|     (keeps the latest)
  ///
  /// The value whose signal is subscribed to does not wait. A trace records each dropped value as `dropped`.
  /// `transform` is called when the value's turn comes; a throw is an error. With `.fail(beyond:)` a value
  /// beyond the bound is an error at once, `WaitingOverflow`. Completes when the source has completed, no
  /// value waits and the last inner signal has completed; an error of any is an error at once. As RxJava
  /// `onBackpressureBuffer`, `onBackpressureDrop` and `onBackpressureLatest` before `concatMap`.
  public func concatMap<Result: Sendable>(
    bound: WaitingBound, file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    derived(at: CallSite("concatMap(bound:)", file, line, [.flattens, .buffers])) { source, downstream in
      let queue = BoundedConcat<Value, Result>(bound, transform, below: downstream)
      source.connect(into: queue, role: Role(.source)) { queue, _, value in queue.accept(value) }
    }
  }
}

private final class BoundedConcat<Value: Sendable, Result: Sendable>: Junction, @unchecked Sendable {
  private struct State {
    var line: BoundedLine<Value>
    var innerLives = false
    var sourceHasCompleted = false
  }

  private static var source: UInt32 { 0 }
  private static var inner: UInt32 { 1 }

  private let limit: Int
  private let transform: @Sendable (Value) throws -> Signal<Result>
  private let state: Mutex<State>
  /// The number of requests to look at the line that are not served yet. The thread that makes it 1 serves
  /// them in a loop, so the stack does not grow.
  private let turns = Atomic<Int>(0)
  // Only the thread that looks at the line changes it.
  private var inners: UInt32 = 0

  init(
    _ bound: WaitingBound, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>,
    below downstream: Gate
  ) {
    limit = bound.limit
    state = Mutex(State(line: BoundedLine(bound)))
    self.transform = transform
    super.init(below: downstream)
  }

  func accept(_ value: Value) {
    // The value need not wait if no inner signal lives; else there may be no room for it. A dropped value is
    // released after the lock.
    let (starts, outcome) = state.withLock { state -> (Bool, BoundedLine<Value>.Outcome) in
      guard state.innerLives || !state.line.isEmpty else {
        state.innerLives = true
        return (true, .waits)
      }
      return (false, state.line.add(value))
    }
    switch outcome {
    case .waits: break
    case .dropped: noteDropped()
    case .overflows:
      noteDropped()
      endSerially(.failed(WaitingOverflow(limit: limit)))
    }
    if starts { look(at: value) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { return endSerially(ending) }
    state.withLock { state in
      if number == Self.source { state.sourceHasCompleted = true } else { state.innerLives = false }
    }
    look()
  }

  /// - Parameter first: a value whose turn has come.
  private func look(at first: Value? = nil) {
    // No other thread starts a signal meanwhile: this thread has counted its inner signal as living.
    if let first { start(first) }
    guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      while let value = next() { start(value) }
      let isOver = state.withLock { $0.sourceHasCompleted && !$0.innerLives && $0.line.isEmpty }
      if isOver { endSerially(.completed) }
    } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func next() -> Value? {
    state.withLock { state in
      guard downstream.isOpen, !state.innerLives, let value = state.line.popFirst() else { return nil }
      state.innerLives = true
      return value
    }
  }

  private func start(_ value: Value) {
    asking(transform, about: value) { inner in
      inners &+= 1
      inner.connectSerially(into: self, role: Role(.inner, number: inners), number: Self.inner) {
        queue, value in
        queue.output(of: Result.self).next(value)
      }
    }
  }
}
