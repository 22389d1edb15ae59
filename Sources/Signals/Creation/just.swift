public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends one value and completes, on the thread that subscribes, before `subscribe` returns.
  ///
  ///     just(1)  (1|)
  ///
  /// Every subscription gets the same value. A subscription that is disposed during the value does not
  /// complete. As `RACSignal +return:` and Rx `just`.
  @inlinable
  public static func just(_ value: Value, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value>
  {
    Signal<Value>(CallSite("just", file, line, [.source, .ends])) { _, gate in
      gate.next(value)
      if gate.isOpen { gate.completed() }
    }
  }

  /// Completes, on the thread that subscribes, before `subscribe` returns; sends no value.
  ///
  ///     empty  |
  ///
  /// As `RACSignal +empty` and Rx `empty`.
  @inlinable
  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    Signal<Value>(CallSite("empty", file, line, [.source, .ends])) { _, gate in gate.completed() }
  }

  /// Sends nothing and never ends; a subscription ends when it is disposed.
  ///
  ///     never  ----
  ///
  /// As `RACSignal +never` and Rx `never`.
  @inlinable
  public static func never(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    Signal<Value>(CallSite("never", file, line, [.source, .endless])) { _, _ in }
  }

  /// Fails with `error`, on the thread that subscribes, before `subscribe` returns; sends no value.
  ///
  ///     fail  #
  ///
  /// As `RACSignal +error:` and Rx `error`.
  @inlinable
  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("fail", file, line, [.source, .ends])) { _, gate in gate.error(error) }
  }
}
