/// The newest values, up to a number of them. Only the thread that is inside what keeps it touches it.
@usableFromInline
struct LastValues<Value: Sendable> {
  @usableFromInline let line = ValueRing<Value>()
  @usableFromInline let limit: Int

  /// No more than `limit` values, none if it is 0.
  @usableFromInline init(limit: Int) { self.limit = limit }

  @inlinable @inline(__always)
  var count: Int { line.count }

  /// One of them, 0 being the oldest.
  @usableFromInline subscript(index: Int) -> Value { line[index] }

  /// Adds the newest value, for which the oldest goes if there are too many.
  @inlinable @inline(__always)
  func append(_ value: Value) {
    guard limit > 0 else { return }
    if line.count == limit { _ = line.removeFirst() }
    line.append(value)
  }
}
