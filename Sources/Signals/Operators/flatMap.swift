public import SignalTracing

extension Signal {
  /// Subscribes to the signal that `transform` makes of each value, and sends what all of them send.
  ///
  ///     source   a---b------|
  ///     a        -1--2--|
  ///     b            -3---4--|
  ///     flatMap  -1--23---4--|
  ///
  /// Completes when the source and all inner signals have completed; an error of any of them is an error at once, and so
  /// is a throw of `transform`. As `RACStream -flattenMap:` and Rx `flatMap`.
  @inlinable
  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    let outer: @Sendable (FlatMap<Result>, Subscriber<Value>, Value) -> Void = { flatMap, _, value in
      do {
        let inner = try ThreadState.onBehalf(of: flatMap.downstream.trace) { try transform(value) }
        flatMap.subscribe(to: inner)
      } catch {
        flatMap.endSerially(.failed(error))
      }
    }
    return Signal<Result>(CallSite("flatMap", file, line, .flattens), upstream: self) { signal, downstream in
      signal.source(of: Value.self).connect(
        into: FlatMap<Result>(below: downstream), role: Role(.source), outer)
    }
  }
}

@usableFromInline
final class FlatMap<Result: Sendable>: Junction, @unchecked Sendable {
  /// Inner signals so far. Only the source's thread counts.
  @exclusivity(unchecked) private var inners: UInt32 = 0

  @usableFromInline
  init(below downstream: Subscriber<Result>) { super.init(below: downstream) }

  @inlinable
  func subscribe(to inner: Signal<Result>) {
    inner.connectSerially(into: self, role: nextRole()) { flatMap, value in
      flatMap.output(of: Result.self).next(value)
    }
  }

  @usableFromInline func nextRole() -> Role {
    inners &+= 1
    return Role(.inner, number: inners)
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    // Inner signals come while the source lives, so the last to complete is the last for good.
    if case .completed = ending, inlet.position > 0 { return }
    endSerially(ending)
  }
}
