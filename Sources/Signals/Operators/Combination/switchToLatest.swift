public import SignalTracing
public import Synchronization
public import TraceFormat

extension Signal {
  /// The values of this signal are signals. Sends the values of the newest one, and disposes the subscription
  /// to the one before.
  ///
  ///     source          a----b------|
  ///     a               -1-2-3-4-5-|
  ///     b                    -6---7--|
  ///     switchToLatest  -1-2--6---7--|
  ///
  /// Completes when this signal and the newest inner signal have completed; an error of either is an error at
  /// once. As `RACSignal -switchToLatest`.
  @inlinable
  public func switchToLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Signal<Result> {
    replacing(CallSite("switchToLatest", file, line, .flattens)) { flatMap, _, inner in
      flatMap.replace(with: inner)
    }
  }

  @inlinable @inline(__always)
  func switching<Result: Sendable>(
    _ site: CallSite, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    replacing(site) { flatMap, _, value in
      do {
        let inner = try ThreadState.onBehalf(of: flatMap.downstream.trace) { try transform(value) }
        flatMap.replace(with: inner)
      } catch {
        flatMap.endSerially(.failed(error))
      }
    }
  }

  /// An operator whose `body` may replace the newest inner signal at each value.
  @inlinable @inline(__always)
  func replacing<Result: Sendable>(
    _ site: CallSite,
    _ outer: @escaping @Sendable (Switch<Result>, Inlet<Value, Switch<Result>>, Value) -> Void
  ) -> Signal<Result> {
    derived(at: site) { source, downstream in
      source.connect(
        into: Switch<Result>(below: downstream), role: Role(.source), outer)
    }
  }
}

@usableFromInline
final class Switch<Result: Sendable>: Junction, @unchecked Sendable {
  /// The number of the newest inner signal. Only the source's thread changes it.
  @usableFromInline let newest = Atomic<UInt32>(0)
  /// Whether the source, and the newest inner signal, have completed. The output completes when both have.
  private let ended = BiasedMutex((source: false, newest: true))

  @usableFromInline
  init(below downstream: Subscriber<Result>) { super.init(below: downstream) }

  @inlinable
  func replace(with inner: Signal<Result>) {
    let number = disposeNewest()
    inner.connect(into: self, role: Role(.inner, number: number), number: number) { flatMap, inner, value in
      let entry = flatMap.owner.enterAgain()
      if entry == .inside || flatMap.enter(entry) {
        flatMap.send(value, from: inner)
        flatMap.leave(entry)
      } else {
        flatMap.postpone(from: inner) { if flatMap.downstream.isOpen { flatMap.send(value, from: inner) } }
      }
    }
  }

  /// This thread is inside. A value that had to wait may have been overtaken by a newer signal.
  @inlinable @inline(__always)
  func send(_ value: Result, from inner: Inlet<Result, Switch<Result>>) {
    if inner.number == newest.load(ordering: .relaxed) { output(of: Result.self).next(value) }
  }

  /// - Returns: the number of the next inner signal.
  @usableFromInline func disposeNewest() -> UInt32 {
    let old = newest.load(ordering: .relaxed)
    let hasEnded = ended.withLock { ended in
      newest.store(old &+ 1, ordering: .relaxed)
      return exchange(&ended.newest, with: false)
    }
    if !hasEnded { dispose(source: old, because: .replaced) }
    return old &+ 1
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let isOver = ended.withLock { ended in
      if number == 0 {
        ended.source = true
      } else {
        guard number == newest.load(ordering: .relaxed) else { return false }
        ended.newest = true
      }
      if case .failed = ending { return true }
      return ended.source && ended.newest
    }
    if isOver { endSerially(ending) }
  }
}
