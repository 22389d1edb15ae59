public import SignalTracing

extension Signal {
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    operated(CallSite("filter", file, line)) { site, downstream in
      Filter(site: site, downstream: downstream, isIncluded)
    }
  }
}

@usableFromInline
final class Filter<Value: Sendable>: Operator<Value, Value>, @unchecked Sendable {
  private let isIncluded: @Sendable (Value) throws -> Bool

  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate, _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.isIncluded = isIncluded
    super.init(site: site, downstream: downstream)
  }

  override func receive(value: Value) {
    do { if try isIncluded(value) { output.next(value) } } catch { fail(error) }
  }
}
