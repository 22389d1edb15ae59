/// Waiting values, first in, first out. Only the thread that is inside the owner touches them.
///
/// Why not another queue type: a pack of queues is not specialized, so every generic type that a value passes
/// would be looked up. Code that does not depend on the type is in the superclass.
@usableFromInline
class UntypedRing: @unchecked Sendable {
  // Unchecked for the row `zip 2`.
  @exclusivity(unchecked) @usableFromInline final var count = 0
  @exclusivity(unchecked) @usableFromInline final var first = 0
  /// A power of two.
  @exclusivity(unchecked) @usableFromInline final var capacity = 4
  @exclusivity(unchecked) final var hasCompleted = false

  @usableFromInline init() {}
}

@usableFromInline
final class ValueRing<Value: Sendable>: UntypedRing, @unchecked Sendable {
  // Unchecked for the row `zip 2`.
  @exclusivity(unchecked) @usableFromInline var ring = UnsafeMutablePointer<Value>.allocate(capacity: 4)

  @usableFromInline override init() { super.init() }

  deinit {
    while count > 0 { _ = removeFirst() }
    ring.deallocate()
  }

  @inlinable @inline(__always)
  func append(_ value: Value) {
    if count == capacity { grow() }
    (ring + ((first &+ count) & (capacity &- 1))).initialize(to: value)
    count &+= 1
  }

  /// The ring must not be empty.
  @inlinable @inline(__always)
  func removeFirst() -> Value {
    let value = (ring + first).move()
    first = (first &+ 1) & (capacity &- 1)
    count &-= 1
    return value
  }

  /// Removes the first value and appends another. The ring must not be empty.
  @inlinable @inline(__always)
  func replaceFirst(with value: Value) {
    let (oldest, mask, ring) = (first, capacity &- 1, ring)
    // Released last: the release may run a program's code, and may end this thread.
    let old = (ring + oldest).move()
    (ring + ((oldest &+ count) & mask)).initialize(to: value)
    first = (oldest &+ 1) & mask
    _ = old
  }

  /// The value with this number; 0 is the first.
  subscript(index: Int) -> Value { ring[(first &+ index) & (capacity &- 1)] }

  @usableFromInline func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    let untilEnd = capacity - first
    larger.moveInitialize(from: ring + first, count: untilEnd)
    (larger + untilEnd).moveInitialize(from: ring, count: first)
    ring.deallocate()
    ring = larger
    first = 0
    capacity *= 2
  }
}
