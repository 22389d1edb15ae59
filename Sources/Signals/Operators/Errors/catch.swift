public import SignalTracing
import TraceFormat

extension Signal {
  /// Continues with the signal that `handler` returns for an error.
  ///
  ///     source   1--2-#
  ///     handled       -3--|
  ///     catch    1--2--3--|
  ///
  /// The returned signal is subscribed to on the thread on which the error arrives. Completes with the
  /// source, or with the returned signal. A throw of `handler` is an error, and so is an error of the
  /// returned signal. As `RACSignal -catch:` and Rx `catch`.
  public func `catch`(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (any Error) throws -> Signal<Value>
  ) -> Signal<Value> {
    catching(CallSite("catch", file, line, .restarts), handler)
  }

  /// Continues with `other` instead of an error.
  ///
  ///     source   1--2-#
  ///     other         -3--|
  ///     catchTo  1--2--3--|
  ///
  /// `other` is subscribed to once the source has failed, on the thread on which the error arrives. Completes
  /// with the source or with `other`; an error of `other` is an error. As `RACSignal -catchTo:`.
  public func catchTo(
    _ other: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    catching(CallSite("catchTo", file, line, .restarts)) { _ in other }
  }

  func catching(
    _ site: CallSite, _ handler: @escaping @Sendable (any Error) throws -> Signal<Value>
  ) -> Signal<Value> {
    derived(at: site) { source, downstream in
      Catch(source, handler, below: downstream).advance()
    }
  }

  /// Sends `value` instead of an error, and completes.
  ///
  ///     source             1--2-#
  ///     catchAndReturn(0)  1--2-(0|)
  ///
  /// If the source completes, `value` is not sent. As Rx `catchAndReturn`.
  @inlinable @inline(__always)
  public func catchAndReturn(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("catchAndReturn", file, line), state: Stateless()) { _, value, output in
      output.next(value)
    } failure: { _, _, output in
      output.next(value)
    }
  }

  /// Completes instead of an error.
  ///
  ///     source         1--2-#
  ///     ignoreFailure  1--2-|
  ///
  /// As CombineExt `ignoreFailure`.
  @inlinable @inline(__always)
  public func ignoreFailure(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    lift(CallSite("ignoreFailure", file, line), state: Stateless()) { _, value, output in
      output.next(value)
    } failure: { _, _, _ in
    }
  }

  /// Fails with the result of `transform` for the error. If `transform` throws, fails with the thrown error.
  ///
  ///     source    1--2-#
  ///     mapError  1--2-#     (with another error)
  ///
  /// Completes as the source does. As ReactiveSwift `mapError`.
  @inlinable @inline(__always)
  public func mapError(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Signal<Value> {
    lift(CallSite("mapError", file, line), state: Stateless()) { _, value, output in
      output.next(value)
    } failure: { _, error, _ in
      throw try transform(error)
    }
  }

  /// Stops the program on an error, and prints the call site, the error and `message`. For signals that
  /// cannot fail.
  ///
  ///     source           1--2-|
  ///     assertNoFailure  1--2-|
  ///
  /// Completes as the source does. As Combine `assertNoFailure`.
  @inlinable @inline(__always)
  public func assertNoFailure(
    _ message: String = "", file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("assertNoFailure", file, line), state: Stateless()) { _, value, output in
      output.next(value)
    } failure: { _, error, _ in
      fatalError("\(file):\(line): a signal that must not fail failed: \(error) \(message)")
    }
  }
}

private final class Catch<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only the thread that runs the loop, or delivers the end of the source, touches these.
  private var source: Signal<Value>?
  private var handler: (@Sendable (any Error) throws -> Signal<Value>)?
  private var replacement: Signal<Value>?

  init(
    _ source: Signal<Value>, _ handler: @escaping @Sendable (any Error) throws -> Signal<Value>,
    below downstream: Gate
  ) {
    self.source = source
    self.handler = handler
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? {
    if let source = exchange(&source, with: nil) { return (source, Role(.source)) }
    return exchange(&replacement, with: nil).map { ($0, Role(.inner, number: 1)) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard case .failed(let error) = ending, let handler = exchange(&handler, with: nil) else {
      if downstream.isOpen { downstream.end(ending) }
      return
    }
    do {
      replacement = try ThreadState.onBehalf(of: downstream.trace) { try handler(error) }
      advance()
    } catch {
      downstream.error(error)
    }
  }
}
