import Synchronization

/// Something that may be done once, by whoever comes first.
final class Once: Sendable {
  private let isDone = Atomic<Bool>(false)

  /// True the first time that anybody asks.
  func isFirst() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}
