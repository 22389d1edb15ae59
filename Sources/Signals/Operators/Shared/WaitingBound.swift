import DequeModule

/// How many values may wait in front of an operator that is slower than its source, and what is done with
/// more.
public enum WaitingBound: Hashable, Sendable {
  /// At most this many values wait. A new value takes the place of the oldest. A number below 1 counts as 1.
  case dropOldest(beyond: Int)
  /// At most this many values wait. Later values are dropped meanwhile. With 0 or less, no value waits.
  case dropNewest(beyond: Int)
  /// The newest one waits, and each takes the place of the one before.
  case keepLatest
  /// At most this many values wait. One more is an error, `WaitingOverflow`. With 0 or less, none may wait.
  case fail(beyond: Int)

  /// How many wait at most.
  var limit: Int {
    switch self {
    case .dropOldest(let limit): max(1, limit)
    case .dropNewest(let limit), .fail(let limit): max(0, limit)
    case .keepLatest: 1
    }
  }
}

/// More values came than may wait.
public struct WaitingOverflow: Error, Hashable, Sendable {
  /// How many may wait.
  public let limit: Int
}

/// Values that wait, up to a bound.
struct BoundedLine<Value> {
  /// The outcome for a value.
  enum Outcome {
    case waits
    /// This one was dropped: the oldest, or the value itself.
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
