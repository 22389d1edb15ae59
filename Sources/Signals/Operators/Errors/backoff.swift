import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the source again when it fails, after a pause that grows with each failure. `policy` sets
  /// the pauses and the number of attempts.
  ///
  ///     source            a-#
  ///     retry(policy:on:) a----a-------a-#     (2 attempts, first pause 3, factor 2)
  ///
  /// The source is subscribed to again on `scheduler`. A failure after the policy's last attempt is sent on.
  /// Completes as soon as the source does.
  ///
  /// - Parameters:
  ///   - policy: the number of further attempts, and the length of each pause.
  ///   - scheduler: its clock measures the pauses, and its work subscribes again.
  ///   - random: returns a number from 0 to 1 for each pause. Called only if the policy has jitter, on the
  ///     thread on which the source fails, by one thread at a time for each subscription. A test passes its
  ///     own function.
  ///
  /// As RxJS 7 `retry({ count, delay, resetOnSuccess })` with a delay that grows.
  public func retry(
    _ policy: RetryPolicy, on scheduler: some TimedScheduler = QueueScheduler.background,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("retry(_:on:)", file, line, .restarts)) { source, downstream in
      Backoff(source, policy, on: scheduler, random, below: downstream).advance()
    }
  }
}

private final class Backoff<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  private let source: Signal<Value>
  private let policy: RetryPolicy
  private let scheduler: any TimedScheduler
  private let random: @Sendable () -> Double
  private let timer = PendingWork()
  // Only the thread that delivers the source's events touches it.
  private var failures = 0

  init(
    _ source: Signal<Value>, _ policy: RetryPolicy, on scheduler: any TimedScheduler,
    _ random: @escaping @Sendable () -> Double, below downstream: Gate
  ) {
    self.source = source
    self.policy = policy
    self.scheduler = scheduler
    self.random = random
    super.init(below: downstream) { succession, signal, role in
      signal.connect(into: succession, role: role) { succession, _, value in
        // The succession is the object that is made here.
        let backoff = unsafeDowncast(succession, to: Backoff<Value>.self)
        if backoff.policy.startsAnewAtValue { backoff.failures = 0 }
        succession.output(of: Value.self).next(value)
      }
    }
  }

  override func nextSignal() -> (Signal<Value>, Role)? { (source, Role(.source)) }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard case .failed = ending, failures < policy.attempts else {
      if downstream.isOpen { downstream.end(ending) }
      return
    }
    failures += 1
    let chance = policy.jitter > 0 ? ThreadState.onBehalf(of: downstream.trace, random) : 0
    let pause = policy.pause(before: failures, chance: chance)
    timer.replace(with: scheduler.schedule(after: pause) { [self] in advance() })
  }

  override func dispose(because reason: DisposalReason) {
    timer.dispose(because: reason)
    super.dispose(because: reason)
  }
}

/// A place for scheduled work. The owner of the place disposes it at its own end.
final class PendingWork: Sendable {
  private let state = Mutex<(work: Disposable?, isDisposed: Bool)>((nil, false))

  /// Holds other work instead of the work so far, which is done or no longer needed. Cancels the new work at
  /// once if the place is disposed.
  func replace(with work: Disposable) {
    let (before, isDisposed) = state.withLock { state in
      (exchange(&state.work, with: state.isDisposed ? nil : work), state.isDisposed)
    }
    if isDisposed { work.dispose() }
    _ = before
  }

  func dispose(because reason: DisposalReason) {
    let work = state.withLock { state in
      state.isDisposed = true
      return exchange(&state.work, with: nil)
    }
    work?.dispose(because: reason)
  }
}
