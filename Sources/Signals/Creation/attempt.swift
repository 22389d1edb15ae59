public import SignalTracing
public import TraceFormat

extension Signal {
  /// Runs `work` for every subscription, on the thread that subscribes, and sends its result. If `work`
  /// throws, the signal fails with that error.
  ///
  ///     attempt  (1|)     (it returns 1)
  ///     attempt  #     (it throws)
  ///
  /// Completes after the value. As `RACSignal +try:`.
  @inlinable
  public static func attempt(
    file: StaticString = #fileID, line: UInt32 = #line, _ work: @escaping @Sendable () throws -> Value
  ) -> Signal<Value> {
    Signal<Value>(CallSite("attempt", file, line, [.source, .ends])) { _, gate in
      do {
        let value = try work()
        gate.next(value)
        if gate.isOpen { gate.completed() }
      } catch {
        gate.error(error)
      }
    }
  }

  /// Calls `make` for every subscription, on the thread that subscribes, sends its result and completes.
  ///
  ///     justDeferred  (1|)     (`make` returns 1)
  ///
  /// As ReactiveSwift `init { value }`.
  @inlinable
  public static func justDeferred(
    file: StaticString = #fileID, line: UInt32 = #line, _ make: @escaping @Sendable () -> Value
  ) -> Signal<Value> {
    Signal<Value>(CallSite("justDeferred", file, line, [.source, .ends])) { _, gate in
      gate.next(make())
      if gate.isOpen { gate.completed() }
    }
  }
}
