public import SignalTracing
public import TraceFormat

extension Signal {
  /// As `flatMap(_:)`, but ignores the values that arrive before the current inner signal has completed.
  ///
  ///     source        a---b------c-|
  ///     a             -1----2-|
  ///     c                        -3-|
  ///     flatMapFirst  -1----2-----3-|
  ///
  /// As Rx `flatMapFirst` and ReactiveSwift `flatMap(.throttle)`.
  @inlinable
  public func flatMapFirst<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    derived(at: CallSite("flatMapFirst", file, line, .flattens)) { source, downstream in
      source.connect(
        into: FlatMapFirst<Result>(below: downstream), role: Role(.source)
      ) { flatMap, _, value in
        guard flatMap.mayStart() else { return }
        do {
          flatMap.start(try ThreadState.onBehalf(of: flatMap.downstream.trace) { try transform(value) })
        } catch {
          flatMap.endSerially(.failed(error))
        }
      }
    }
  }
}

@usableFromInline
final class FlatMapFirst<Result: Sendable>: Junction, @unchecked Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var sourceHasCompleted = false
    @usableFromInline var innerLives = false

    @inlinable init() {}
  }

  @usableFromInline let state = Mutex(State())
  // Only the source's thread counts.
  @usableFromInline var inners: UInt32 = 0

  @inlinable override init(below downstream: Gate) { super.init(below: downstream) }

  @inlinable
  func mayStart() -> Bool {
    state.withLock { state in
      defer { state.innerLives = true }
      return !state.innerLives
    }
  }

  @inlinable
  func start(_ inner: Signal<Result>) {
    inners &+= 1
    inner.connectSerially(into: self, role: Role(.inner, number: inners), number: 1) { flatMap, value in
      flatMap.output(of: Result.self).next(value)
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { return endSerially(ending) }
    let isOver = state.withLock { state in
      if number == 0 { state.sourceHasCompleted = true } else { state.innerLives = false }
      return state.sourceHasCompleted && !state.innerLives
    }
    if isOver { endSerially(.completed) }
  }
}
