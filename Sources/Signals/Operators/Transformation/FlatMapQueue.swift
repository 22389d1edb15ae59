public import DequeModule
public import SignalTracing
public import Synchronization
public import TraceFormat

extension Signal {
  /// Subscribes to the signals that `transform` returns, at most `limit` at a time. A limit of 0 is no limit;
  /// a negative limit is 1.
  @inlinable
  func queueing<Result: Sendable>(
    _ site: CallSite, _ limit: Int, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    derived(at: site) { source, downstream in
      let queue = FlatMapQueue(limit: limit == 0 ? .max : Swift.max(1, limit), transform, below: downstream)
      source.connect(into: queue, role: Role(.source)) { queue, _, value in
        queue.accept(value)
      }
    }
  }
}

@usableFromInline
final class FlatMapQueue<Value: Sendable, Result: Sendable>: Junction, @unchecked Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var waiting: Deque<Value> = []
    @usableFromInline var backlog = Backlog()
    @usableFromInline var living = 0
    @usableFromInline var sourceHasCompleted = false

    @inlinable init() {}
  }

  /// The kind of source that has ended.
  @usableFromInline
  enum Change: Sendable {
    case source, inner
  }

  @usableFromInline let limit: Int
  @usableFromInline let transform: @Sendable (Value) throws -> Signal<Result>
  @usableFromInline let state = Mutex(State())
  /// The number of requests to look at the queue that are not served yet. The thread that makes it 1 serves
  /// them in a loop, so the stack does not grow.
  @usableFromInline let turns = Atomic<Int>(0)
  // Only the thread that looks at the queue changes it.
  @usableFromInline var inners: UInt32 = 0
  /// `note(_:)`, specialized for the program's types. A call by way of the superclass would not be.
  @usableFromInline let noteEnd: @Sendable (FlatMapQueue<Value, Result>, Change) -> Void

  @inlinable static var source: UInt32 { 0 }
  @inlinable static var inner: UInt32 { 1 }

  @inlinable
  init(
    limit: Int, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>, below downstream: Gate
  ) {
    self.limit = limit
    self.transform = transform
    noteEnd = { $0.note($1) }
    super.init(below: downstream)
  }

  @inlinable
  func accept(_ value: Value) {
    let told = state.withLock { state in
      state.waiting.append(value)
      return state.backlog.grew(to: state.waiting.count) ? state.waiting.count : nil
    }
    if let told { downstream.trace.waiting(told) }
    startWhatMay()
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { return endSerially(ending) }
    noteEnd(self, number == Self.source ? .source : .inner)
  }

  @inlinable
  func note(_ end: Change) {
    state.withLock { state in
      switch end {
      case .source: state.sourceHasCompleted = true
      case .inner: state.living -= 1
      }
    }
    startWhatMay()
  }

  @inlinable
  func startWhatMay() {
    guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      while let value = next() { start(value) }
      let isOver = state.withLock { $0.sourceHasCompleted && $0.living == 0 && $0.waiting.isEmpty }
      if isOver { endSerially(.completed) }
    } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  @inlinable
  func next() -> Value? {
    var told: Int?
    let value = state.withLock { state -> Value? in
      guard downstream.isOpen, state.living < limit, !state.waiting.isEmpty else { return nil }
      state.living += 1
      let value = state.waiting.removeFirst()
      if state.backlog.shrank(to: state.waiting.count) { told = state.waiting.count }
      return value
    }
    if let told { downstream.trace.waiting(told) }
    return value
  }

  @inlinable
  func start(_ value: Value) {
    do {
      let inner = try ThreadState.onBehalf(of: downstream.trace) { try transform(value) }
      inners &+= 1
      inner.connectSerially(into: self, role: Role(.inner, number: inners), number: Self.inner) {
        queue, value in
        queue.output(of: Result.self).next(value)
      }
    } catch {
      endSerially(.failed(error))
    }
  }
}
