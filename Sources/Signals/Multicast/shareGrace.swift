import SignalTracing
import TraceFormat

extension Signal {
  /// As `share(replay:scope:)`, but when the last subscriber has left, the subscription to this signal goes
  /// on for a time, for a subscriber that may follow.
  ///
  ///     source  ^-1--2--3--4----x
  ///     a       ^-1-x
  ///     b              ^3--4-x          (grace 3)
  ///
  /// - Parameters:
  ///   - count: the number of newest values that a new subscriber gets at once. A negative count is 0.
  ///   - scope: whether the kept values, and the end, last longer than the subscription to this signal.
  ///   - grace: the time for which the subscription goes on without a subscriber. It starts again whenever
  ///     the last subscriber leaves. Zero or less is over as soon as the scheduler runs the work.
  ///   - scheduler: its clock measures the time. The subscription is disposed on it.
  ///
  /// All subscribers get the end of this signal. A later subscriber makes a new subscription to this signal,
  /// even during the time of grace; with `.forever` it gets the kept values and the end instead. As RxJS 7
  /// `share({ resetOnRefCountZero: () => timer(grace) })`.
  public func share(
    replay count: Int = 0, scope: SharingScope = .whileConnected, grace: Duration,
    on scheduler: some TimedScheduler = QueueScheduler.background, file: StaticString = #fileID,
    line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite("share(grace:)", file, line, .keptConnection)
    let steps =
      count > 0
      ? FeedGate<Value>.steps(from: self, FeedGate<Value>.keeps) { ReplayRows(capacity: count) }
      : FeedGate<Value>.steps(from: self, FeedGate<Value>.delivers) { ValueRows() }
    return counted(site, Sharing(scope, steps, grace: SharingGrace(of: grace, on: scheduler)))
  }
}

/// The time for which a shared subscription goes on without subscribers, and its timer.
///
/// Turns begin and end under the lock of the object that counts the subscribers.
final class SharingGrace: Sendable {
  private let duration: Duration
  private let scheduler: any TimedScheduler

  private struct Timer {
    /// A timer of a turn that is over does nothing.
    var turn: UInt64 = 0
    var work: Disposable?
  }
  private let timer = Mutex(Timer())

  init(of duration: Duration, on scheduler: any TimedScheduler) {
    self.duration = duration
    self.scheduler = scheduler
  }

  /// The last subscriber has left.
  ///
  /// - Returns: the turn that begins.
  func begin() -> UInt64 {
    timer.withLock { timer in
      timer.turn += 1
      return timer.turn
    }
  }

  /// A subscriber has come, or the connection has ended.
  ///
  /// - Returns: the timer of the turn that is over. The caller disposes it after it has released its lock.
  func end() -> Disposable? {
    timer.withLock { timer in
      timer.turn += 1
      return exchange(&timer.work, with: nil)
    }
  }

  func isTurn(_ turn: UInt64) -> Bool { timer.withLock { $0.turn == turn } }

  /// Runs `body` when the time has passed. The caller has no lock.
  func wait(_ turn: UInt64, _ body: @escaping @Sendable () -> Void) {
    guard isTurn(turn) else { return }
    let work = scheduler.schedule(after: duration, body)
    let isWanted = timer.withLock { timer in
      if timer.turn == turn { timer.work = work }
      return timer.turn == turn
    }
    if !isWanted { work.dispose() }
  }
}
