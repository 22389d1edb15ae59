import SignalTracing
import TraceFormat

extension Signal {
  /// Holds values back while the newest value of `condition` is true, and sends the newest of them when it becomes false.
  ///
  ///     source           a--b-c---d-|
  ///     condition        -t-----f----
  ///     throttle(while:) a------c-d-|
  ///
  /// The condition is subscribed to first, and counts as false until it sends. Its completion leaves it as it is; its
  /// error is an error. When the source ends, a value that is held back is dropped. As ReactiveSwift `throttle(while:on:)`,
  /// without its scheduler: values go out where they, or the condition, arrive.
  public func throttle(
    while condition: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("throttle(while:)", file, line)) { source, downstream in
      let throttle = ThrottleWhile<Value>(below: downstream)
      condition.connectSerially(into: throttle, role: Role(.control), number: ThrottleWhile<Value>.condition)
      {
        throttle, isHolding in
        throttle.hold(isHolding)
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: throttle, role: Role(.source)) { throttle, value in
        throttle.take(value)
      }
    }
  }
}

private final class ThrottleWhile<Value: Sendable>: Junction, @unchecked Sendable {
  static var condition: UInt32 { 1 }

  // Only the thread that is inside touches these.
  private var isHolding = false
  private var held: Value?

  override init(below downstream: Gate) { super.init(below: downstream) }

  func take(_ value: Value) {
    if isHolding { held = value } else { output(of: Value.self).next(value) }
  }

  func hold(_ isHolding: Bool) {
    self.isHolding = isHolding
    if !isHolding, let value = exchange(&held, with: nil) { output(of: Value.self).next(value) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.condition { return }
    endSerially(ending)
  }
}
