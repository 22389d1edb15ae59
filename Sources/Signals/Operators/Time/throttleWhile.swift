import SignalTracing
import TraceFormat

extension Signal {
  /// Holds values back while the newest value of `condition` is true. Sends the newest held value when
  /// `condition` becomes false.
  ///
  ///     source           a--b-c---d-|
  ///     condition        -t-----f----
  ///     throttle(while:) a------c-d-|
  ///
  /// The condition is subscribed to first, and counts as false until it sends a value. After its completion
  /// its last value stays in force; its error is an error. When the source ends, a held value is dropped. As
  /// ReactiveSwift `throttle(while:on:)`, without a scheduler: a value is sent on the thread on which it, or
  /// the condition's value, arrives.
  public func throttle(
    while condition: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("throttle(while:)", file, line)) { source, downstream in
      let throttle = ThrottleWhile<Value>(below: downstream)
      condition.connectSerially(into: throttle, role: Role(.control), number: ThrottleWhile<Value>.condition)
      {
        throttle, state, isHolding in
        state.isHolding = isHolding
        guard !isHolding, let value = exchange(&state.held, with: nil) else { return }
        throttle.output(of: Value.self).next(value)
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: throttle, role: Role(.source)) { throttle, state, value in
        if state.isHolding { state.held = value } else { throttle.output(of: Value.self).next(value) }
      }
    }
  }
}

/// The value that a condition holds back.
private struct Withheld<Value: Sendable> {
  var isHolding = false
  var held: Value?
}

private final class ThrottleWhile<Value: Sendable>: SerialJunction<Withheld<Value>>, @unchecked Sendable {
  static var condition: UInt32 { 1 }

  init(below downstream: Gate) { super.init(Withheld(), below: downstream) }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.condition { return }
    endSerially(ending)
  }
}
