import SignalTracing

extension Signal {
  /// Sends what this signal sends and, once it has completed, what the others send, one after the other.
  ///
  ///     a       -1--2-|
  ///     b             -3-|
  ///     concat  -1--2--3-|
  ///
  /// A signal is subscribed to when the one before it has completed; an error ends it all. As `RACStream -concat:`.
  public func concat(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return Signal<Value>(CallSite("concat", file, line, .flattens), upstream: self) { signal, downstream in
      Concat([signal.source(of: Value.self)] + others.signals, below: downstream).advance()
    }
  }

  /// Sends what `signals` send, one after the other. Completes at once if there are none. As `RACStream +concat:`.
  public static func concat(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("concat", file, line, .flattens)) { _, downstream in
      Concat(sources.signals, below: downstream).advance()
    }
  }

  /// Ignores the values of this signal and, once it has completed, sends what the signal that `next` makes sends.
  ///
  /// An error of this signal is an error at once; `next` is not called then. As `RACSignal -then:`.
  public func then<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable () throws -> Signal<Result>
  ) -> Signal<Result> {
    let site = CallSite("then", file, line, .flattens)
    return Signal<Result>(site, upstream: self) { signal, downstream in
      let then = Then(next, below: downstream)
      signal.source(of: Value.self).connect(into: then, role: Role(.source)) { _, _, _ in }
    }
  }
}

private final class Concat<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only whoever runs the loop takes the next one.
  private var rest: ArraySlice<Signal<Value>>

  init(_ signals: [Signal<Value>], below downstream: Gate) {
    rest = signals[...]
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { rest.popFirst().map { ($0, Role(.source)) } }
}

private final class Then<Result: Sendable>: Succession<Result>, @unchecked Sendable {
  // Only whoever runs the loop takes it.
  private var next: (@Sendable () throws -> Signal<Result>)?

  init(_ next: @escaping @Sendable () throws -> Signal<Result>, below downstream: Gate) {
    self.next = next
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Result>, Role)? {
    guard let next = exchange(&next, with: nil) else { return nil }
    do {
      return (try ThreadState.onBehalf(of: downstream.trace, next), Role(.inner, number: 1))
    } catch {
      downstream.error(error)
      return nil
    }
  }
}
