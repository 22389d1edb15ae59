import SignalTracing
import TraceFormat

extension Signal {
  /// Ignores the values of this signal. Once it has completed, sends the values of the signal that `next`
  /// returns.
  ///
  ///     source  -1--2-|
  ///     next          -3-|
  ///     then    -------3-|
  ///
  /// Ends as the returned signal does. An error of this signal is an error at once; `next` is not called
  /// then. A throw of `next` is an error. As `RACSignal -then:`.
  public func then<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable () throws -> Signal<Result>
  ) -> Signal<Result> {
    let site = CallSite("then", file, line, .flattens)
    return derived(at: site) { source, downstream in
      let then = Then(next, below: downstream)
      source.connect(into: then, role: Role(.source)) { _, _, _ in }
    }
  }
}

private final class Then<Result: Sendable>: Succession<Result>, @unchecked Sendable {
  // Only the thread that runs the loop takes it.
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
