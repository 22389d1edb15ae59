import Synchronization
public import TraceAnalysis

/// Watches the subscriptions of one piece of work, usually a test, and judges those that have not ended.
///
/// A subscription gets its owner when it is made. It has the same owner as the first of these that exists:
///
/// - the subscription for which it was made,
/// - the scheduled work that runs,
/// - the task in which it was made (`perform`; child tasks and `Task { }` included),
/// - the event that is being delivered.
///
/// So several checks can run in one process at the same time. A subscription that a plain thread or a
/// Dispatch queue makes has no owner: hand `LeakCheck.current` to that thread, and call its `perform` there.
///
/// A shared connection belongs to the work for which it was made: no test judges a hot signal that several
/// tests share. If user code made a subscription and forgot it, a value that arrives too late proves the
/// leak. Before such a value the leak is only possible.
///
/// A subscription that ended only because its memory was released is judged as if it lived: in a program its
/// source would live longer than in the test.
public final class LeakCheck: Sendable {
  /// The least confidence of a leak, and the time that an end may take.
  public struct Options: Sendable {
    /// The least confidence of a leak that is listed.
    public var minimum: Confidence
    /// The longest wait for disposals that are still on their way. Without an open leak there is no wait.
    public var patience: Duration
    /// How tasks are seen; with nil they do not count.
    package var tasks: TaskSight?

    public init(minimum: Confidence = .likely, patience: Duration = .milliseconds(500)) {
      self.minimum = minimum
      self.patience = patience
    }
  }

  @TaskLocal static var ofTask: LeakCheck?

  /// The check of this task; nil for none.
  public static var current: LeakCheck? { ofTask }

  /// The name of the work in the report.
  public let name: String
  public let options: Options
  let key: LeakBooks.Key
  /// The check that tasks made here belong to: this check, or the check around it; nil for none.
  let keyOfTasks: LeakBooks.Key?
  private let hasEnded = Atomic(false)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - name: the name of the watched work, for the report.
  ///   - options: how long the check waits, and which leaks it lists.
  ///   - takesStrays: whether subscriptions without an owner belong to this check. For work that runs alone
  ///     in its process. Of several such checks the newest takes them.
  public init(of name: String, options: Options = Options(), takesStrays: Bool = false) {
    self.name = name
    self.options = options
    key = LeakLedger.shared.open(takesStrays: takesStrays, looksAtTasks: options.tasks != nil)
    keyOfTasks = options.tasks != nil ? key : Self.ofTask?.keyOfTasks
  }

  deinit { end() }

  /// Stops watching, and forgets all records. The same happens when the check goes out of memory.
  public func end() {
    if !hasEnded.exchange(true, ordering: .relaxed) {
      LeakLedger.shared.close(key, looksAtTasks: options.tasks != nil)
    }
  }

  /// Runs `body`. Subscriptions that it makes belong to this check.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try LeakCheck.$ofTask.withValue(self, operation: body)
  }

  /// Runs `body`. Subscriptions that it makes belong to this check.
  public func perform<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await LeakCheck.$ofTask.withValue(self, operation: body, isolation: isolation)
  }

  /// The leaks so far, without a wait for disposals that are still on their way.
  public func report() -> LeakReport { report(workEnded: nil) }

  /// - Parameter workEnded: the time when the work ended, and its tasks should have ended; nil while it goes
  ///   on.
  private func report(workEnded: UInt64?, withLines: Bool = true) -> LeakReport {
    options.tasks?.look()
    let lines = withLines ? options.tasks?.lines : nil
    return LeakReport(
      LeakLedger.shared.forest(of: key, lines), of: name, minimum: options.minimum,
      workEnded: options.tasks == nil ? nil : workEnded)
  }

  /// The final report: leaks with their lines.
  private func lastReport(_ report: LeakReport, workEnded: UInt64) -> LeakReport {
    report.isEmpty || options.tasks == nil ? report : self.report(workEnded: workEnded)
  }

  /// The leaks, after a wait for disposals that are still on their way.
  public func settledReport() async -> LeakReport {
    let ended = LeakLedger.now
    var waits = Waits(options.patience)
    while true {
      let report = report(workEnded: ended, withLines: false)
      guard !report.isEmpty, let wait = waits.next(), (try? await Task.sleep(for: wait)) != nil else {
        return lastReport(report, workEnded: ended)
      }
    }
  }

  /// The same for code that is not asynchronous.
  ///
  /// - Parameter wait: waits for the given time. By default the thread sleeps.
  public func settledReport(waitingBy wait: (Duration) -> Void = LeakCheck.sleep) -> LeakReport {
    let ended = LeakLedger.now
    var waits = Waits(options.patience)
    while true {
      let report = report(workEnded: ended, withLines: false)
      guard !report.isEmpty, let pause = waits.next() else {
        return lastReport(report, workEnded: ended)
      }
      wait(pause)
    }
  }
}

/// The waits between two reports: short at first, then longer.
struct Waits {
  private var rest: Duration
  private var step = Duration.milliseconds(1)

  init(_ patience: Duration) { rest = patience }

  mutating func next() -> Duration? {
    guard rest > .zero else { return nil }
    let wait = min(step, rest)
    rest -= wait
    step = min(step * 2, .milliseconds(100))
    return wait
  }
}
