import DequeModule
import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Subscribes to the signals that `transform` returns, at most `limit` at a time: 0 is no limit, a negative one is 1.
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

private final class FlatMapQueue<Value: Sendable, Result: Sendable>: Junction, @unchecked Sendable {
  private let limit: Int
  private let transform: @Sendable (Value) throws -> Signal<Result>

  private struct State {
    var waiting: Deque<Value> = []
    var backlog = Backlog()
    var living = 0
    var sourceHasCompleted = false
  }
  private let state = Mutex(State())
  /// How often the queue was to be looked at and was not yet. Whoever makes it 1 does it: the stack stays as it is.
  private let turns = Atomic<Int>(0)
  // Only whoever looks at the queue counts.
  private var inners: UInt32 = 0

  private static var source: UInt32 { 0 }
  private static var inner: UInt32 { 1 }

  init(
    limit: Int, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>, below downstream: Gate
  ) {
    self.limit = limit
    self.transform = transform
    super.init(below: downstream)
  }

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
    state.withLock { state in
      if number == Self.source { state.sourceHasCompleted = true } else { state.living -= 1 }
    }
    startWhatMay()
  }

  private func startWhatMay() {
    guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      while let value = next() { start(value) }
      let isOver = state.withLock { $0.sourceHasCompleted && $0.living == 0 && $0.waiting.isEmpty }
      if isOver { endSerially(.completed) }
    } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func next() -> Value? {
    let (value, told) = state.withLock { state -> (Value?, told: Int?) in
      guard downstream.isOpen, state.living < limit, !state.waiting.isEmpty else { return (nil, nil) }
      state.living += 1
      let value = state.waiting.removeFirst()
      return (value, state.backlog.shrank(to: state.waiting.count) ? state.waiting.count : nil)
    }
    if let told { downstream.trace.waiting(told) }
    return value
  }

  private func start(_ value: Value) {
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
