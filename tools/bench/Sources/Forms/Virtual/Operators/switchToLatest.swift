public import SignalTracing
import Synchronization

extension Signal {
  @inlinable
  public func flatMapLatest<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    switching(CallSite("flatMapLatest", file, line), transform)
  }

  @inlinable
  public func switchToLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Signal<Result> {
    switching(CallSite("switchToLatest", file, line)) { $0 }
  }

  @inlinable @inline(__always)
  func switching<Result: Sendable>(
    _ site: CallSite, _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self) { signal, downstream in
      let source = signal.source(of: Value.self)
      source.connect(
        through: SwitchOuter(site: source.site, into: Switch<Result>(below: downstream), transform))
    }
  }
}

@usableFromInline
final class SwitchOuter<Value: Sendable, Result: Sendable>: Inlet<Value, Switch<Result>>, @unchecked Sendable
{
  private let transform: @Sendable (Value) throws -> Signal<Result>

  @usableFromInline
  init(
    site: CallSite, into latest: Switch<Result>,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) {
    self.transform = transform
    super.init(site: site, into: latest, role: Role(.source))
  }

  override func receive(value: Value) {
    do {
      let inner = try ThreadState.onBehalf(of: junction.downstream.trace) { try transform(value) }
      junction.replace(with: inner)
    } catch {
      junction.endSerially(.failed(error))
    }
  }
}

@usableFromInline
final class SwitchInner<Result: Sendable>: SerialInlet<Result, Switch<Result>>, @unchecked Sendable {
  @usableFromInline
  init(of inner: Signal<Result>, into latest: Switch<Result>, number: UInt32) {
    super.init(site: inner.site, into: latest, role: Role(.inner, number: number), number: number)
  }

  /// A value that had to wait may have been overtaken by a newer signal.
  override func deliver(value: Result) {
    if number == junction.newest.load(ordering: .relaxed) { junction.output(of: Result.self).next(value) }
  }
}

@usableFromInline
final class Switch<Result: Sendable>: Junction, @unchecked Sendable {
  /// The number of the newest inner signal. Only the source's thread changes it.
  let newest = Atomic<UInt32>(0)
  /// Which of the two that keep the output alive have completed.
  private let ended = Mutex((source: false, newest: true))

  @usableFromInline
  init(below downstream: Subscriber<Result>) { super.init(below: downstream) }

  @inlinable
  func replace(with inner: Signal<Result>) {
    inner.connect(through: SwitchInner(of: inner, into: self, number: disposeNewest()))
  }

  /// - Returns: the number of the inner signal that comes.
  @usableFromInline func disposeNewest() -> UInt32 {
    let old = newest.load(ordering: .relaxed)
    let hasEnded = ended.withLock { ended in
      newest.store(old &+ 1, ordering: .relaxed)
      return exchange(&ended.newest, with: false)
    }
    if !hasEnded { dispose(source: old, because: .replaced) }
    return old &+ 1
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    let isOver = ended.withLock { ended in
      if inlet.number == 0 {
        ended.source = true
      } else {
        guard inlet.number == newest.load(ordering: .relaxed) else { return false }
        ended.newest = true
      }
      if case .failed = ending { return true }
      return ended.source && ended.newest
    }
    if isOver { endSerially(ending) }
  }
}
