public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the elements of a sequence and completes, on the thread that subscribes. Stops when the
  /// subscription ends.
  ///
  ///     from  (123|)     (of [1, 2, 3])
  ///
  /// Every subscription makes an iterator of its own. As `RACSequence -signal` and Rx `from`.
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
  /// Sends the elements of the sequence that `make` returns, and completes, on the thread that subscribes.
  /// Stops when the subscription ends.
  ///
  ///     .from { (1...).lazy.map(slow) }.take(2)
  ///     slow(1), sends it, slow(2), sends it, |
  ///
  /// `make` runs for every subscription, so the sequence need not be `Sendable`. Each element of a lazy
  /// sequence is computed right before it is sent. No element is computed after the subscription has ended. A
  /// throw of `make` becomes the signal's error. As `RACSequence -signal`.
  @inlinable
  public static func from<Elements: Sequence & SendableMetatype>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Elements
  ) -> Signal<Value> where Elements.Element == Value, Elements.Iterator: SendableMetatype {
    Signal<Value>(CallSite("from", file, line, .source)) { _, gate in
      do {
        for element in try make() {
          guard gate.isOpen else { return }
          gate.next(element)
          // The next element is not computed after the end.
          guard gate.isOpen else { return }
        }
        if gate.isOpen { gate.completed() }
      } catch {
        if gate.isOpen { gate.error(error) }
      }
    }
  }

  /// Sends the value of a success and completes, or fails with the error of a failure, on the thread that
  /// subscribes.
  ///
  ///     .success(1)  (1|)
  ///     .failure(e)  #
  ///
  /// The inverse of `materialize` for one value. As Combine `Result.publisher` and ReactiveSwift
  /// `init(result:)`.
  @inlinable
  public static func fromResult<Failure: Error>(
    _ result: Result<Value, Failure>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("fromResult", file, line, [.source, .ends])) { _, gate in
      switch result {
      case .success(let value):
        gate.next(value)
        if gate.isOpen { gate.completed() }
      case .failure(let error): gate.error(error)
      }
    }
  }
}
