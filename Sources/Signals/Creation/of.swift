public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends `values` and completes, on the thread that subscribes, before `subscribe` returns.
  ///
  ///     of(1, 2, 3)  (123|)
  ///
  /// Without values it completes at once. A subscription that is disposed during a value gets no further
  /// event. As Rx `of`.
  @inlinable
  public static func of(
    _ values: Value..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    emitting(CallSite("of", file, line, [.source, .ends]), values)
  }

  /// Sends the value, if there is one, and completes, on the thread that subscribes.
  ///
  ///     fromOptional(1)    (1|)
  ///     fromOptional(nil)  |
  ///
  /// As Rx `from(optional:)`.
  @inlinable
  public static func fromOptional(
    _ value: Value?, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("fromOptional", file, line, [.source, .ends])) { _, gate in
      if let value { gate.next(value) }
      if gate.isOpen { gate.completed() }
    }
  }

  /// Sends `value` for ever, or `count` times, on the thread that subscribes. Stops when the subscription
  /// ends.
  ///
  ///     repeatElement(1)            (1111…
  ///     repeatElement(1, count: 3)  (111|)
  ///
  /// Without a count `subscribe` does not return before something downstream ends the subscription, as
  /// `take(_:)` does. A negative count is 0. As Rx `repeatElement`.
  @inlinable
  public static func repeatElement(
    _ value: Value, count: Int = .max, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite("repeatElement", file, line, [.source, count == .max ? .endless : .ends])
    return emitting(site, Swift.repeatElement(value, count: Swift.max(0, count)))
  }

  /// Sends `initial`, then the result of `next` for the value before, and so on. Completes at the first value
  /// for which `goesOn` is false, without sending it.
  ///
  ///     generate  (124|)     (1, while less than 5, doubled)
  ///
  /// Runs on the thread that subscribes, and stops when the subscription ends. A throw of `goesOn` or `next`
  /// becomes the signal's error. As Rx `generate` and `RACSequence +sequenceWithHeadBlock:tailBlock:`.
  @inlinable
  public static func generate(
    _ initial: Value, file: StaticString = #fileID, line: UInt32 = #line,
    @Condition while goesOn: @escaping @Sendable (Value) throws -> Bool = { _ in true },
    next: @escaping @Sendable (Value) throws -> Value
  ) -> Signal<Value> {
    Signal<Value>(CallSite("generate", file, line, .source)) { _, gate in
      do {
        var value = initial
        while gate.isOpen, try goesOn(value) {
          gate.next(value)
          if gate.isOpen { value = try next(value) }
        }
        if gate.isOpen { gate.completed() }
      } catch {
        if gate.isOpen { gate.error(error) }
      }
    }
  }

  @inlinable @inline(__always)
  static func emitting<Elements: Sequence & Sendable>(
    _ site: CallSite, _ elements: Elements
  ) -> Signal<Value> where Elements.Element == Value {
    Signal<Value>(site) { _, gate in
      for element in elements {
        guard gate.isOpen else { return }
        gate.next(element)
      }
      if gate.isOpen { gate.completed() }
    }
  }
}

extension Signal where Value: FixedWidthInteger {
  /// Sends `count` whole numbers from `start` and completes, on the thread that subscribes. Stops when the
  /// subscription ends.
  ///
  ///     range(start: 4, count: 3)  (456|)
  ///
  /// A negative count is 0; numbers that the type cannot hold are not sent. As Rx `range`.
  @inlinable
  public static func range(
    start: Value, count: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let (end, overflows) = start.addingReportingOverflow(Swift.max(0, count))
    let site = CallSite("range", file, line, [.source, .ends])
    return overflows
      ? emitting(site, sequence(first: start) { $0 == .max ? nil : $0 + 1 }) : emitting(site, start..<end)
  }
}
