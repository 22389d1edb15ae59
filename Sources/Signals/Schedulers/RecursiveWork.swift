import SignalTracing
import TraceFormat

extension Scheduler {
  /// Runs `body`, and once more for each call of the closure that `body` is handed.
  ///
  /// Each run is a piece of work of its own, after all work that was scheduled before. The stack does not
  /// grow, even on a scheduler that runs work at once. `body` may call the closure at any time and from any
  /// thread, even after `body` has returned. Two calls mean two runs.
  ///
  /// - Returns: the disposable that ends the runs: `body` is released, and does not run again.
  ///
  /// As `RACScheduler -scheduleRecursiveBlock:`.
  @discardableResult
  public func scheduleRecursive(
    _ body: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable {
    let work = RecursiveWork(on: self, body)
    work.ask()
    return work
  }
}

/// Work that asks for further runs of itself.
private final class RecursiveWork: Disposable, @unchecked Sendable {
  typealias Body = @Sendable (_ again: @escaping @Sendable () -> Void) -> Void

  private struct State {
    var body: Body?
    /// The number of requested runs that have not begun.
    var asked = 0
    /// A step is scheduled or runs. It serves the requested runs.
    var isActive = false
    /// A step runs.
    var isRunning = false
    /// While a step ran, the scheduler began the next one, further up the stack.
    var isNested = false
    var step: Disposable?

    /// The closure to run; nil if there is none.
    mutating func begin() -> Body? {
      guard body != nil, asked > 0 else {
        isRunning = false
        isActive = false
        return nil
      }
      asked -= 1
      return body
    }

    /// A run is over. True if the next step must be scheduled.
    mutating func goesOn() -> Bool {
      isNested = false
      if asked > 0, body != nil { return true }
      isRunning = false
      isActive = false
      return false
    }

    /// The next step was scheduled. True if it began already, further up this stack: the running step does
    /// its work.
    mutating func isNextOnThisStack() -> Bool {
      if !isNested { isRunning = false }
      return isNested
    }
  }

  private let scheduler: any Scheduler
  private let state: Mutex<State>

  init(on scheduler: any Scheduler, _ body: @escaping Body) {
    self.scheduler = scheduler
    state = Mutex(State(body: body))
    super.init()
  }

  /// Asks for one more run.
  func ask() {
    let isIdle = state.withLock { state in
      guard state.body != nil else { return false }
      state.asked += 1
      return !exchange(&state.isActive, with: true)
    }
    if isIdle { scheduleStep() }
  }

  private func scheduleStep() {
    let step = scheduler.schedule { self.step() }
    let (before, isOver) = state.withLock { state in
      (exchange(&state.step, with: step), state.body == nil)
    }
    if isOver { step.dispose(because: .explicit) }
    _ = before
  }

  /// One run, and the runs that the scheduler begins during it.
  private func step() {
    let isOutermost = state.withLock { state in
      if state.isRunning { state.isNested = true }
      return !exchange(&state.isRunning, with: true)
    }
    guard isOutermost else { return }
    while let body = state.withLock({ $0.begin() }) {
      body { self.ask() }
      guard state.withLock({ $0.goesOn() }) else { return }
      scheduleStep()
      guard state.withLock({ $0.isNextOnThisStack() }) else { return }
    }
  }

  override func dispose(because reason: DisposalReason) {
    let (body, step) = state.withLock { state in
      (exchange(&state.body, with: nil), exchange(&state.step, with: nil))
    }
    step?.dispose(because: reason)
    _ = body
  }

  override var isDisposed: Bool { state.withLock { $0.body == nil } }
}
