/// A property that checks each new value, and publishes the outcome.
///
/// Thread-safe. As ReactiveSwift `ValidatingProperty`.
public final class ValidatingProperty<Value: Sendable>: Sendable {
  /// The result of setting one value.
  public struct Outcome: Sendable {
    /// The value of the property: the value that the check returned, or the value before if the check
    /// refused.
    public let value: Value
    /// The value that was proposed to `set(_:)`.
    public let proposed: Value
    /// The reason why the proposed value was refused; nil if it was accepted.
    public let error: (any Error)?
  }

  /// The result of the value that was set last. As ReactiveSwift `ValidatingProperty.result`.
  public let outcome: Property<Outcome>
  /// The value that was accepted last, or the initial value. It does not change when a value is refused.
  public let accepted: Property<Value>

  private let outcomes: MutableProperty<Outcome>
  private let validate: @Sendable (Value) -> Result<Value, any Error>

  /// - Parameters:
  ///   - initial: the first value of the property, even if the check refuses it: the outcome says so.
  ///   - validate: returns the value that the property gets, which may be the proposed value itself, or the
  ///     reason to refuse it. Runs once for every proposed value, on the thread that calls `set(_:)`, without
  ///     a lock.
  public init(
    _ initial: Value, file: StaticString = #fileID, line: UInt32 = #line,
    validate: @escaping @Sendable (Value) -> Result<Value, any Error>
  ) {
    let outcomes = MutableProperty(
      Self.outcome(of: initial, validate(initial), instead: initial), file: file, line: line)
    self.outcomes = outcomes
    self.validate = validate
    outcome = outcomes
    accepted = Property(
      outcomes.value.value,
      then: outcomes.signal.filter(file: file, line: line) { $0.error == nil }
        .map(file: file, line: line) { $0.value }, file: file, line: line)
  }

  /// The value that was accepted last, or the initial value.
  public var value: Value { outcomes.value.value }

  /// Checks a value. Sets the value that the check returns, unless the check refuses.
  ///
  /// - Returns: the outcome.
  @discardableResult
  public func set(_ proposed: Value) -> Outcome {
    let result = validate(proposed)
    return outcomes.modify { outcome in
      outcome = Self.outcome(of: proposed, result, instead: outcome.value)
      return outcome
    }
  }

  private static func outcome(
    of proposed: Value, _ result: Result<Value, any Error>, instead old: Value
  ) -> Outcome {
    switch result {
    case .success(let value): Outcome(value: value, proposed: proposed, error: nil)
    case .failure(let error): Outcome(value: old, proposed: proposed, error: error)
    }
  }
}
