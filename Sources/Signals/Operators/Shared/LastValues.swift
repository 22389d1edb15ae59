/// The newest values, up to a number. Only the thread that is inside the owner touches them.
@usableFromInline
struct LastValues<Value: Sendable> {
  @usableFromInline let line = ValueRing<Value>()
  @usableFromInline let limit: Int

  /// At most `limit` values.
  @usableFromInline init(limit: Int) { self.limit = limit }

  @inlinable @inline(__always)
  var count: Int { line.count }

  /// The value with this number; 0 is the oldest.
  @usableFromInline subscript(index: Int) -> Value { line[index] }

  /// Adds the newest value, and removes the oldest if there are too many.
  @inlinable @inline(__always)
  func append(_ value: Value) {
    guard limit > 0 else { return }
    if line.count == limit { _ = line.removeFirst() }
    line.append(value)
  }
}
