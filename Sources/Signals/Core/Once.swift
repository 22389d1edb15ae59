import Synchronization

/// An action that may run once: the first thread that asks runs it.
final class Once: Sendable {
  private let isDone = Atomic<Bool>(false)

  /// True for the first call, on any thread.
  func isFirst() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}
