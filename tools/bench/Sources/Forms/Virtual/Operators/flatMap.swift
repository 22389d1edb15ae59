public import SignalTracing
import Synchronization

extension Signal {
  @inlinable
  public func flatMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    Signal<Result>(CallSite("flatMap", file, line), upstream: self) { signal, downstream in
      let source = signal.source(of: Value.self)
      source.connect(
        through: FlatMapOuter(site: source.site, into: FlatMap<Result>(below: downstream), transform))
    }
  }
}

@usableFromInline
final class FlatMapOuter<Value: Sendable, Result: Sendable>: Inlet<Value, FlatMap<Result>>,
  @unchecked Sendable
{
  private let transform: @Sendable (Value) throws -> Signal<Result>

  @usableFromInline
  init(
    site: CallSite, into flatMap: FlatMap<Result>,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) {
    self.transform = transform
    super.init(site: site, into: flatMap, role: Role(.source))
  }

  override func receive(value: Value) {
    do {
      let inner = try ThreadState.onBehalf(of: junction.downstream.trace) { try transform(value) }
      junction.subscribe(to: inner)
    } catch {
      junction.endSerially(.failed(error))
    }
  }
}

@usableFromInline
final class FlatMapInner<Result: Sendable>: SerialInlet<Result, FlatMap<Result>>, @unchecked Sendable {
  @usableFromInline
  init(of inner: Signal<Result>, into flatMap: FlatMap<Result>, role: Role) {
    super.init(site: inner.site, into: flatMap, role: role)
  }

  override func deliver(value: Result) { junction.output(of: Result.self).next(value) }
}

@usableFromInline
final class FlatMap<Result: Sendable>: Junction, @unchecked Sendable {
  /// The source and the inner signals that have not completed.
  private let living = Atomic<Int>(1)
  /// Inner signals so far. Only the source's thread counts.
  @exclusivity(unchecked) private var inners: UInt32 = 0

  @usableFromInline
  init(below downstream: Subscriber<Result>) { super.init(below: downstream) }

  @inlinable
  func subscribe(to inner: Signal<Result>) {
    inner.connect(through: FlatMapInner(of: inner, into: self, role: nextRole()))
  }

  @usableFromInline func nextRole() -> Role {
    living.add(1, ordering: .relaxed)
    inners &+= 1
    return Role(.inner, number: inners)
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if case .completed = ending,
      living.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    {
      return
    }
    endSerially(ending)
  }
}
