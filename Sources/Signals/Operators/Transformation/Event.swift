/// One event of a signal as a value. `materialize` sends such values.
public enum Event<Value: Sendable>: Sendable {
  case next(Value)
  case error(any Error)
  case completed

  /// True for `error` and `completed`, the events that end a signal.
  public var isFinished: Bool {
    if case .next = self { false } else { true }
  }

  /// The value of `next`.
  public var value: Value? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The error of `error`.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
}
