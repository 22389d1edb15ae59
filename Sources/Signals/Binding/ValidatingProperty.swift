/// A property that is set through a check, and tells the outcome.
///
/// Thread-safe. As ReactiveSwift `ValidatingProperty`.
public final class ValidatingProperty<Value: Sendable>: Sendable {
  /// The result of setting one value.
  public struct Outcome: Sendable {
    /// The present value of the property: the value that the check returned, or the one before if it refused.
    public let value: Value
    /// The value that it was set to.
    public let proposed: Value
    /// Why the proposed value was refused; nil if it was not.
    public let error: (any Error)?
  }

  /// The result of the value that was set last. As ReactiveSwift `ValidatingProperty.result`.
  public let outcome: Property<Outcome>
  /// The value that was accepted last; it does not change when one is refused.
  public let accepted: Property<Value>

  private let outcomes: MutableProperty<Outcome>
  private let validate: @Sendable (Value) -> Result<Value, any Error>

  /// - Parameters:
  ///   - initial: the first value of the property, even if the check refuses it: the outcome says so.
  ///   - validate: returns the value that the property gets, which may be the proposed value itself, or the
  ///     reason to refuse it. Runs once for every value that is set, on the thread that sets it, without a
  ///     lock.
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

  /// The value that was accepted last.
  public var value: Value { outcomes.value.value }

  /// Checks a value, and sets it, or what the check returns for it, unless it is refused.
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
