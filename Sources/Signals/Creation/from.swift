public import SignalTracing

extension Signal {
  /// Sends the elements of a sequence and completes, on the thread that subscribes; stops as soon as nobody listens.
  ///
  /// Every subscription iterates anew. As `RACSequence -signal` and Rx `from`.
  @inlinable
  public static func from<Elements: Sequence & Sendable>(
    _ elements: Elements, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> where Elements.Element == Value {
    Signal<Value>(CallSite("from", file, line, [.source, .ends])) { _, gate in
      for element in elements {
        guard gate.isOpen else { return }
        gate.next(element)
      }
      if gate.isOpen { gate.completed() }
    }
  }
}
