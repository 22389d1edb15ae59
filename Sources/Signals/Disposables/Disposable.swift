import SignalTracing
import Synchronization
import TraceFormat

/// Ends a piece of work, once: runs an action, or the code of a subclass.
///
/// Thread-safe. Releasing a disposable does not dispose it; `ScopedDisposable` and `DisposeBag` do that. As
/// `RACDisposable`.
public class Disposable: @unchecked Sendable {
  // Threads: a property that changes is atomic, has a lock, or says which thread owns it. The same holds for
  // every subclass.

  // The thread that sets `isDone` runs and clears the action; no other thread reads it.
  private nonisolated(unsafe) final var action: (@Sendable () -> Void)?
  private final let isDone = Atomic<Bool>(false)

  /// A disposable that runs `action` when it is disposed, exactly once, on the thread that disposes. It
  /// releases the action afterwards.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// A disposable with nothing to do.
  public init() { action = nil }

  deinit {}

  /// Disposes this: runs the action, or the code of a subclass. Later calls do nothing. A trace shows the
  /// line of the call.
  public final func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    if Trace.ownersAreWatched { tellCall(CallSite("dispose", file, line)) }
    dispose(because: .explicit)
  }

  /// The same as a function without parameters.
  @_disfavoredOverload
  public final func dispose() { dispose(because: .explicit) }

  /// Disposes an object that is no longer needed. The runtime calls it, not the program.
  @usableFromInline final func cancel() { dispose(because: .downstream) }

  @inline(never)
  private final func tellCall(_ site: CallSite) {
    let number = traceNumber
    if number != 0, !isDisposed { Trace.called(.dispose, on: number, at: site) }
  }

  /// True once this was disposed.
  public var isDisposed: Bool { isDone.load(ordering: .acquiring) }

  /// Disposes for the given reason: runs the action, the first time. Subclasses override it.
  func dispose(because reason: DisposalReason) {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action
    self.action = nil
    action?()
  }

  /// The number of this disposable in traces; 0 for none.
  var traceNumber: UInt64 { 0 }

  /// A bag or a composite holds this now.
  ///
  /// - Returns: the number of this disposable in traces; 0 for none.
  func held(by owner: UInt64) -> UInt64 { Trace.ownersAreWatched ? Trace.newIdentifier() : 0 }
}
