public import SignalTracing

extension Signal {
  /// Sends one value and completes, at once, for every subscription. As `RACSignal +return:` and Rx `just`.
  @inlinable
  public static func just(_ value: Value, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value>
  {
    Signal<Value>(CallSite("just", file, line, [.source, .ends])) { _, gate in
      gate.next(value)
      if gate.isOpen { gate.completed() }
    }
  }

  /// Completes at once. As `RACSignal +empty`.
  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    Signal<Value>(CallSite("empty", file, line, [.source, .ends])) { _, gate in gate.completed() }
  }

  /// Sends nothing and never ends. As `RACSignal +never`.
  public static func never(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    Signal<Value>(CallSite("never", file, line, [.source, .endless])) { _, _ in }
  }

  /// Fails at once. As `RACSignal +error:`.
  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("fail", file, line, [.source, .ends])) { _, gate in gate.error(error) }
  }
}
