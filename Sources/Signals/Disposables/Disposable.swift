import SignalTracing
import Synchronization

/// Ends something, once: runs an action, or what a subclass does instead.
///
/// Thread-safe. Letting go of a disposable does not dispose it; `ScopedDisposable` and `DisposeBag` do that. As
/// `RACDisposable`.
public class Disposable: @unchecked Sendable {
  // Whoever sets `isDone` first runs and clears the action; nobody else reads it.
  private nonisolated(unsafe) final var action: (@Sendable () -> Void)?
  private final let isDone = Atomic<Bool>(false)

  /// A disposable that runs `action` when it is disposed, exactly once, on the thread that disposes. The action is let
  /// go of afterwards.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// A disposable with nothing to do.
  public init() { action = nil }

  deinit {}

  /// Runs the action, the first time.
  public func dispose() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action
    self.action = nil
    action?()
  }

  /// True from the moment that it was disposed.
  public var isDisposed: Bool { isDone.load(ordering: .acquiring) }

  /// Disposes on behalf of something that ended. Subclasses that pass the reason on override it.
  func dispose(because reason: DisposalReason) { dispose() }

  /// A bag or a composite holds this now.
  ///
  /// - Returns: the number by which traces know what is held; 0 for none.
  func held(by owner: UInt64) -> UInt64 { Trace.ownersAreWatched ? Trace.newIdentifier() : 0 }
}
