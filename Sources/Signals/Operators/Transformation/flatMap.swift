public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes to the signal that `transform` returns for each value, and sends the values of all these
  /// signals.
  ///
  ///     source   a---b------|
  ///     a        -1--2--|
  ///     b            -3---4--|
  ///     flatMap  -1--23---4--|
  ///
  /// Completes when the source and all inner signals have completed; an error of any of them is an error at
  /// once, and so is a throw of `transform`. As `RACStream -flattenMap:` and Rx `flatMap`.
  @inlinable
  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    let outer: @Sendable (FlatMap<Result>, Inlet<Value, FlatMap<Result>>, Value) -> Void = {
      flatMap, _, value in
      do {
        let inner = try ThreadState.onBehalf(of: flatMap.downstream.trace) { try transform(value) }
        flatMap.subscribe(to: inner)
      } catch {
        flatMap.endSerially(.failed(error))
      }
    }
    return derived(at: CallSite("flatMap", file, line, .flattens)) { source, downstream in
      source.connect(
        into: FlatMap<Result>(below: downstream), role: Role(.source), outer)
    }
  }
}

@usableFromInline
final class FlatMap<Result: Sendable>: Junction, @unchecked Sendable {
  /// The number of inner signals so far. Only the source's thread changes it.
  private var inners: UInt32 = 0

  @usableFromInline
  init(below downstream: Subscriber<Result>) { super.init(below: downstream) }

  @inlinable
  func subscribe(to inner: Signal<Result>) {
    let inlet = Inlet<Result, FlatMap<Result>>(site: inner.site, into: self, role: nextRole(), number: 0) {
      value, gate in
      // The inlet that is being made here.
      unsafeDowncast(gate, to: Inlet<Result, FlatMap<Result>>.self).junction._withUnsafeGuaranteedRef {
        $0.pass(value, from: gate)
      }
    }
    if add(inlet, number: 0) { inner.connect(handing: consume inlet) }
  }

  /// Does the work of `connectSerially`, without a closure in a closure: whether the compiler makes one
  /// function of two closures depends on the rest of the module.
  @inlinable @inline(__always)
  func pass(_ value: Result, from gate: Subscriber<Result>) {
    let entry = owner.enterAgain()
    if entry == .inside || enter(entry) {
      output(of: Result.self).next(value)
      leave(entry)
    } else {
      postpone(from: gate) { [self] in
        // An event of a gate that was disposed meanwhile did not come late: it was on its way.
        guard downstream.isOpen else { return }
        output(of: Result.self).next(value)
      }
    }
  }

  @usableFromInline func nextRole() -> Role {
    inners &+= 1
    return Role(.inner, number: inners)
  }

  override func inletEnded(number: UInt32, isLast: Bool, _ ending: Ending) {
    // New inner signals arrive only while the source lives, so no inlet follows the last one.
    if case .completed = ending, !isLast { return }
    endSerially(ending)
  }
}
