public import SignalTracing

extension Signal {
  @inlinable
  public func take(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    guard count > 0 else {
      return Signal<Value>(CallSite("take", file, line)) { _, gate in gate.completed() }
    }
    return operated(CallSite("take", file, line)) { site, downstream in
      Take(site: site, downstream: downstream, count)
    }
  }
}

@usableFromInline
final class Take<Value: Sendable>: Operator<Value, Value>, @unchecked Sendable {
  // It belongs to whoever delivers, one thread at a time.
  @exclusivity(unchecked) private var rest: Int

  @usableFromInline
  init(site: CallSite, downstream: __shared Gate, _ count: Int) {
    rest = count
    super.init(site: site, downstream: downstream)
  }

  override func receive(value: Value) {
    rest -= 1
    let isLast = rest == 0
    output.next(value)
    if isLast && output.isOpen { output.completed() }
  }
}
