import Synchronization
public import TraceAnalysis

/// Watches the subscriptions of one piece of work, a test as a rule, and judges the ones that are left.
///
/// A subscription gets its owner when it is made. It belongs to the same work as the first of these that
/// there is:
///
/// - the subscription for which it was made,
/// - the scheduled work that runs,
/// - the task in which it was made (`perform`; child tasks and `Task { }` included),
/// - the event that is being delivered.
///
/// So checks run beside each other in one process. A subscription that a bare thread or a queue of Dispatch
/// makes by itself has no owner: carry `LeakCheck.current` over to it, and call `perform` there.
///
/// A shared connection belongs to the work for which it was made: no test judges a hot signal that several
/// tests share. A subscription that user code made and forgot is proven to leak by a value that comes too
/// late; before one comes, the leak is merely possible.
///
/// A subscription that ended only because its memory went is judged as if it lived: in a program its source
/// would live longer than in the test.
public final class LeakCheck: Sendable {
  /// How sure a leak must be to count, and how long an end may take.
  public struct Options: Sendable {
    /// Leaks of less confidence are not listed.
    public var minimum: Confidence
    /// How long a disposal that is still on its way is waited for. Where nothing leaks, nothing is waited
    /// for.
    public var patience: Duration
    /// How tasks are seen; nil: they do not count.
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
  /// The check that the tasks made here belong to: this one, or the one around it; nil for none.
  let keyOfTasks: LeakBooks.Key?
  private let hasEnded = Atomic(false)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - name: the name of the watched work. The report says it.
  ///   - options: how long the check waits, and what it looks for.
  ///   - takesStrays: also takes subscriptions without an owner. For work that runs alone in its process; of
  ///     several such checks the newest has them.
  public init(of name: String, options: Options = Options(), takesStrays: Bool = false) {
    self.name = name
    self.options = options
    key = LeakLedger.shared.open(takesStrays: takesStrays, looksAtTasks: options.tasks != nil)
    keyOfTasks = options.tasks != nil ? key : Self.ofTask?.keyOfTasks
  }

  deinit { end() }

  /// Stops watching, and forgets. Done also when it goes out of memory.
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

  /// - Parameter workEnded: when the work ended, and its tasks should have; nil while it goes on.
  private func report(workEnded: UInt64?, withLines: Bool = true) -> LeakReport {
    options.tasks?.look()
    let lines = withLines ? options.tasks?.lines : nil
    return LeakReport(
      LeakLedger.shared.forest(of: key, lines), of: name, minimum: options.minimum,
      workEnded: options.tasks == nil ? nil : workEnded)
  }

  /// The last word: leaks with their lines.
  private func lastReport(_ report: LeakReport, workEnded: UInt64) -> LeakReport {
    report.isEmpty || options.tasks == nil ? report : self.report(workEnded: workEnded)
  }

  /// The leaks, when disposals that are on their way had time to arrive.
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
  /// - Parameter wait: waits so long. By default the thread sleeps.
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

/// How long to wait between two looks: short first, then longer.
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
