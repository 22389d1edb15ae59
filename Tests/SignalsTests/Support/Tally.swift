import Synchronization

/// A subscriber that notices when two threads are in it at once.
///
/// Its sum is not atomic: additions that overlap may lose some.
final class Tally: @unchecked Sendable {
  // Unguarded on purpose: the grammar of what calls it is what guards it.
  private(set) var sum = 0
  private(set) var ends = 0
  private let inside = Atomic<Int>(0)
  private let seen = Atomic<Int>(0)

  var overlaps: Int { seen.load(ordering: .relaxed) }

  func add(_ value: Int) { alone { sum += value } }
  func finish() { alone { ends += 1 } }

  private func alone(_ body: () -> Void) {
    if inside.add(1, ordering: .relaxed).oldValue != 0 { seen.add(1, ordering: .relaxed) }
    body()
    inside.subtract(1, ordering: .relaxed)
  }
}
