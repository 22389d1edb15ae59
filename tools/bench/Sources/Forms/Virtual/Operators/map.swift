public import SignalTracing

extension Signal {
  @inlinable
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Result,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    operated(CallSite("map", file, line)) { site, downstream in
      Map(site: site, downstream: downstream, transform)
    }
  }
}

@usableFromInline
final class Map<Value: Sendable, Result: Sendable>: Operator<Value, Result>, @unchecked Sendable {
  private let transform: @Sendable (Value) throws -> Result

  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate, _ transform: @escaping @Sendable (Value) throws -> Result
  ) {
    self.transform = transform
    super.init(site: site, downstream: downstream)
  }

  override func receive(value: Value) {
    do { output.next(try transform(value)) } catch { fail(error) }
  }
}
