import DequeModule

/// A bound for the values that wait in front of an operator that is slower than its source.
public enum WaitingBound: Hashable, Sendable {
  /// At most this many values wait. A new value takes the place of the oldest. A number below 1 counts as 1.
  case dropOldest(beyond: Int)
  /// At most this many values wait. A value that arrives while so many wait is dropped. With 0 or less, no
  /// value waits.
  case dropNewest(beyond: Int)
  /// At most one value waits. A new value takes its place.
  case keepLatest
  /// At most this many values wait. A further value is an error, `WaitingOverflow`. With 0 or less, no value
  /// may wait.
  case fail(beyond: Int)

  /// The greatest number of waiting values.
  var limit: Int {
    switch self {
    case .dropOldest(let limit): max(1, limit)
    case .dropNewest(let limit), .fail(let limit): max(0, limit)
    case .keepLatest: 1
    }
  }
}

/// The error for more waiting values than `WaitingBound.fail(beyond:)` allows.
public struct WaitingOverflow: Error, Hashable, Sendable {
  /// The greatest number of values that may wait.
  public let limit: Int
}

/// Values that wait, up to a bound.
struct BoundedLine<Value> {
  /// The outcome for a new value.
  enum Outcome {
    case waits
    /// This value was dropped: the oldest, or the new value.
    case dropped(Value)
    case overflows
  }

  let bound: WaitingBound
  private(set) var waiting: Deque<Value> = []

  init(_ bound: WaitingBound) { self.bound = bound }

  var count: Int { waiting.count }
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ value: Value) -> Outcome {
    guard waiting.count >= bound.limit else {
      waiting.append(value)
      return .waits
    }
    switch bound {
    case .dropNewest: return .dropped(value)
    case .fail: return .overflows
    case .dropOldest, .keepLatest:
      let oldest = waiting.removeFirst()
      waiting.append(value)
      return .dropped(oldest)
    }
  }

  mutating func popFirst() -> Value? { waiting.popFirst() }
}

extension BoundedLine: Sendable where Value: Sendable {}
