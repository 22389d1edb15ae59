public import SignalTracing

extension Signal {
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) throws -> Result,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    operated(CallSite("scan", file, line)) { site, downstream in
      Scan(site: site, downstream: downstream, initial, next)
    }
  }
}

@usableFromInline
final class Scan<Value: Sendable, Result: Sendable>: Operator<Value, Result>, @unchecked Sendable {
  // It belongs to whoever delivers, one thread at a time.
  @exclusivity(unchecked) private var result: Result
  private let next: @Sendable (Result, Value) throws -> Result

  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate, _ initial: Result,
    _ next: @escaping @Sendable (Result, Value) throws -> Result
  ) {
    self.result = initial
    self.next = next
    super.init(site: site, downstream: downstream)
  }

  override func receive(value: Value) {
    do {
      result = try next(result, value)
      output.next(result)
    } catch {
      fail(error)
    }
  }
}
