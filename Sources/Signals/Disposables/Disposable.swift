import SignalTracing
import Synchronization
import TraceFormat

/// Ends something, once: runs an action, or what a subclass does instead.
///
/// Thread-safe. Letting go of a disposable does not dispose it; `ScopedDisposable` and `DisposeBag` do that.
/// As `RACDisposable`.
public class Disposable: @unchecked Sendable {
  // Threads: what changes is atomic, has a lock, or says whose it is. So with every subclass.

  // The thread that sets `isDone` first runs and clears the action; nobody else reads it.
  private nonisolated(unsafe) final var action: (@Sendable () -> Void)?
  private final let isDone = Atomic<Bool>(false)

  /// A disposable that runs `action` when it is disposed, exactly once, on the thread that disposes. The
  /// action is let go of afterwards.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// A disposable with nothing to do.
  public init() { action = nil }

  deinit {}

  /// Disposes this, the first time: what else a disposable does then, it says itself. A trace shows the line
  /// that called.
  public final func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    if Trace.ownersAreWatched { tellCall(CallSite("dispose", file, line)) }
    dispose(because: .explicit)
  }

  /// The same, for where a function without parameters is asked for.
  @_disfavoredOverload
  public final func dispose() { dispose(because: .explicit) }

  /// Disposes what nobody wants any more. No call of the program.
  @usableFromInline final func cancel() { dispose(because: .downstream) }

  @inline(never)
  private final func tellCall(_ site: CallSite) {
    let number = traceNumber
    if number != 0, !isDisposed { Trace.called(.dispose, on: number, at: site) }
  }

  /// True from the moment that it was disposed.
  public var isDisposed: Bool { isDone.load(ordering: .acquiring) }

  /// Disposes on behalf of something that ended, or of the program: runs the action, the first time.
  /// Subclasses override it.
  func dispose(because reason: DisposalReason) {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action
    self.action = nil
    action?()
  }

  /// The number by which traces know this; 0 for none.
  var traceNumber: UInt64 { 0 }

  /// A bag or a composite holds this now.
  ///
  /// - Returns: the number by which traces know what is held; 0 for none.
  func held(by owner: UInt64) -> UInt64 { Trace.ownersAreWatched ? Trace.newIdentifier() : 0 }
}
