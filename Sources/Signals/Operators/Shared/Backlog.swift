public import SignalTracing

/// When the length of a queue is worth a word in a trace: rarely, so that telling it costs next to nothing.
///
/// A queue is told as it reaches a new power of two from `fewest` on, or when somebody begins to watch it
/// beyond that; and when it has shrunk to less than a quarter since. It belongs to whoever is inside what
/// keeps it.
@usableFromInline
struct Backlog: Sendable {
  /// The length at which it is told next.
  @usableFromInline var next = Self.fewest
  /// It has shrunk when it is shorter than this.
  @usableFromInline var least = 0

  @inlinable static var fewest: Int { 256 }

  @usableFromInline init() {}

  /// Of a queue for which `limit` is as it should be.
  @usableFromInline init(beyond limit: Int) { while next <= limit, next < .max / 2 { next *= 2 } }

  /// True if the queue is to be told: it has grown so long for the first time.
  @inlinable @inline(__always)
  mutating func grew(to count: Int) -> Bool {
    count >= next && TracedSubscription.livesAreWatched && setNext(after: count)
  }

  @usableFromInline mutating func setNext(after count: Int) -> Bool {
    while next <= count { next *= 2 }
    least = count / 4
    return true
  }

  /// True if the queue is to be told: it has been told, and is much shorter since.
  @inlinable @inline(__always)
  mutating func shrank(to count: Int) -> Bool {
    guard count < least else { return false }
    least = count == 0 ? 0 : Swift.max(1, count / 4)
    return TracedSubscription.livesAreWatched
  }
}

extension Output {
  /// The operator holds so many values back: a trace is told at each power of two.
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
