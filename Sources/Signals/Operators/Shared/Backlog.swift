public import SignalTracing

/// Decides when a trace records the length of a queue: rarely, so the records cost next to nothing.
///
/// The length is recorded when it reaches a new power of two from `fewest` on, or when a watcher begins later
/// than that. It is recorded again when it has shrunk to less than a quarter. A backlog belongs to the thread
/// that is inside its owner.
@usableFromInline
struct Backlog: Sendable {
  /// The length that is recorded next.
  @usableFromInline var next = Self.fewest
  /// The queue has shrunk when it is shorter than this.
  @usableFromInline var least = 0

  @inlinable static var fewest: Int { 256 }

  @usableFromInline init() {}

  /// The backlog of a queue whose length is normal up to `limit`.
  @usableFromInline init(beyond limit: Int) { while next <= limit, next < .max / 2 { next *= 2 } }

  /// True if the length must be recorded: the queue is this long for the first time.
  @inlinable @inline(__always)
  mutating func grew(to count: Int) -> Bool {
    count >= next && TracedSubscription.livesAreWatched && setNext(after: count)
  }

  @usableFromInline mutating func setNext(after count: Int) -> Bool {
    while next <= count { next *= 2 }
    least = count / 4
    return true
  }

  /// True if the length must be recorded: a length was recorded, and the queue has become much shorter since.
  @inlinable @inline(__always)
  mutating func shrank(to count: Int) -> Bool {
    guard count < least else { return false }
    least = count == 0 ? 0 : Swift.max(1, count / 4)
    return TracedSubscription.livesAreWatched
  }
}

extension Output {
  /// The operator holds this number of values back. A trace records it at each power of two.
  @inlinable @inline(__always)
  func holds(_ count: Int) {
    if count & (Backlog.fewest &- 1) == 0, count.nonzeroBitCount == 1 { tell(count) }
  }

  /// The operator sends on the values that it held back.
  @inlinable @inline(__always)
  func letsGo(of count: Int) {
    if count > Backlog.fewest { tell(0) }
  }

  @inline(never)
  @usableFromInline func tell(_ count: Int) {
    guard TracedSubscription.livesAreWatched else { return }
    gate._withUnsafeGuaranteedRef { $0.trace.waiting(count) }
  }
}
