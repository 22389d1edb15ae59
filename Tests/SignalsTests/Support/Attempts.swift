import Synchronization

/// Counts calls, from whatever thread.
final class Attempts: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  /// - Returns: which call it was, from 1.
  @discardableResult
  func add() -> Int { number.add(1, ordering: .relaxed).newValue }
}
