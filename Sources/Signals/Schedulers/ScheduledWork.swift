import SignalTracing
import TraceFormat

/// One piece of work on its way through a scheduler. Disposing it cancels it.
///
/// It takes the event that caused it along to the thread that runs it. So a value can be followed over
/// threads. Its closure is let go of as soon as it has run, or was cancelled. Thread-safe.
public final class ScheduledWork: Disposable, @unchecked Sendable {
  private struct State {
    var body: (@Sendable () -> Void)?
    /// A timer that ends with the work.
    var backing: Disposable?
    /// The thread that took the closure to run it; 0 for none.
    var runner: UInt32 = 0
  }

  private let state: Mutex<State>
  private let traced: TracedWork
  private let repeats: Bool

  /// Work that `scheduler` is about to be handed. Reports `racscheduler:scheduled`.
  init(
    for scheduler: some Scheduler, after delay: Duration = .zero, repeats: Bool = false,
    _ body: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(body: body))
    traced = TracedWork(scheduler: scheduler.identity.number, name: scheduler.identity.text, delay: delay)
    self.repeats = repeats
    super.init()
    BlockingScope.note(self, on: scheduler)
  }

  /// Runs the work, unless it was disposed. A scheduler calls it, at most one piece of work at a time.
  ///
  /// - Parameter scheduler: the value of `CurrentScheduler.value` meanwhile; nil leaves it as it is.
  public func run(on scheduler: (any Scheduler)?) {
    let body = repeats ? state.withLock { $0.body } : finish(by: ThreadState.number)
    guard let body else { return }
    if let scheduler {
      withUnsafePointer(to: scheduler) { traced.run(on: $0, body) }
    } else {
      traced.run(body)
    }
  }

  override func dispose(because reason: DisposalReason) {
    if finish() != nil { traced.cancelled() }
  }

  /// True once the work was disposed, and once it has begun if it runs only once.
  public override var isDisposed: Bool { state.withLock { $0.body == nil } }

  /// Whether it runs only once, and another thread has begun it: that may be at it still.
  var wasBegunElsewhere: Bool {
    let runner = state.withLock { $0.runner }
    return runner != 0 && runner != ThreadState.number
  }

  /// Makes something end with this work: with its run if it runs only once, else when it is disposed.
  public func attach(_ backing: Disposable) {
    let isOver = state.withLock { state in
      if state.body != nil { state.backing = backing }
      return state.body == nil
    }
    if isOver { backing.dispose(because: .explicit) }
  }

  /// Takes the closure out, if it is still there. The contents of the work go outside the lock.
  ///
  /// - Parameter runner: the thread that is going to run it.
  private func finish(by runner: UInt32 = 0) -> (@Sendable () -> Void)? {
    let taken = state.withLock { state in
      exchange(&state, with: State(runner: state.body == nil ? state.runner : runner))
    }
    taken.backing?.dispose(because: .explicit)
    return taken.body
  }
}
