import DequeModule

/// So many values, the newest.
struct LastValues<Value> {
  /// Oldest first.
  private(set) var values: Deque<Value> = []
  private let limit: Int

  /// No more than `limit` values, none if it is 0.
  init(limit: Int) { self.limit = limit }

  var count: Int { values.count }

  /// Adds the newest value.
  ///
  /// - Returns: the one that had to go for it, if any; with a limit of 0 that is the new one.
  mutating func append(_ value: Value) -> Value? {
    guard limit > 0 else { return value }
    let oldest = values.count == limit ? values.removeFirst() : nil
    values.append(value)
    return oldest
  }
}
