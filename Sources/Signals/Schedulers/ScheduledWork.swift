import SignalTracing
import TraceFormat

/// One piece of work on its way through a scheduler. Disposing it cancels it.
///
/// It carries the event that caused it to the thread that runs it, so a trace can follow a value across
/// threads. Its closure is released as soon as it has run or was cancelled. Thread-safe.
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

  /// Work for `scheduler`. Reports `racscheduler:scheduled`.
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

  /// Runs the work, unless it was disposed. A scheduler calls this method, for at most one piece of work at a
  /// time.
  ///
  /// - Parameter scheduler: the value of `CurrentScheduler.value` during the run; nil leaves that value as it
  ///   is.
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

  /// True once the work was disposed. Work that runs only once is disposed when it begins.
  public override var isDisposed: Bool { state.withLock { $0.body == nil } }

  /// True for work that runs only once and that another thread has begun. That thread may still run it.
  var wasBegunElsewhere: Bool {
    let runner = state.withLock { $0.runner }
    return runner != 0 && runner != ThreadState.number
  }

  /// Disposes `backing` together with this work: when the run begins if the work runs only once, else when
  /// the work is disposed.
  public func attach(_ backing: Disposable) {
    let isOver = state.withLock { state in
      if state.body != nil { state.backing = backing }
      return state.body == nil
    }
    if isOver { backing.dispose(because: .explicit) }
  }

  /// Takes the closure out, if it is still there. The contents of the work are released outside the lock.
  ///
  /// - Parameter runner: the thread that runs it next.
  private func finish(by runner: UInt32 = 0) -> (@Sendable () -> Void)? {
    let taken = state.withLock { state in
      exchange(&state, with: State(runner: state.body == nil ? state.runner : runner))
    }
    taken.backing?.dispose(because: .explicit)
    return taken.body
  }
}
