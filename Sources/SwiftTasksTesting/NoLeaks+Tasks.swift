#if canImport(Testing)
  public import SignalsTesting
  public import Testing
  public import TraceAnalysis

  // The traits have the names of those in `SignalsTesting`. A file that imports both modules gets these: they
  // belong to the narrower protocols.

  extension TestTrait where Self == NoLeaksTrait {
    /// The test fails when it leaks tasks or subscriptions, with the report that `rxtrace leaks` prints.
    ///
    ///     import SwiftTasksTesting
    ///     import Testing
    ///
    ///     @Test(.noLeaks) func feed() async { … }
    ///
    /// A task leaks that the test has made and that has not ended 2 s after the test. It is named at the line
    /// of its `Task {`. Where it waits for an `AsyncStream` that nobody can finish any more, the report says
    /// so. Child tasks belong to the task that waits for them, and cancelled tasks do not count. Where
    /// nothing leaks, nothing is waited for.
    ///
    /// A test has its own tasks, however many tests run beside it: a task belongs to the test in which
    /// `Task { }`, `Task.detached { }`, `addTask` or `async let` is called, and so do all tasks that it makes
    /// itself. A task that a bare thread or a queue of Dispatch makes is no test's.
    public static var noLeaks: Self { .watchingTasks() }

    /// The same, for other leaks, or with another time to wait.
    ///
    /// - Parameters:
    ///   - minimum: leaks of less confidence do not count. A task that outlives its test is `likely` to leak,
    ///     one whose stream nobody can finish is `certain` to.
    ///   - patience: how long tasks and disposals may go on after the test.
    public static func noLeaks(minimum: Confidence = .likely, patience: Duration = .seconds(2)) -> Self {
      .watchingTasks(minimum: minimum, patience: patience)
    }
  }

  extension SuiteTrait where Self == NoLeaksTrait {
    /// Each test of the suite fails when it leaks tasks or subscriptions, with the report that
    /// `rxtrace leaks` prints.
    public static var noLeaks: Self { .watchingTasks() }

    /// The same, for other leaks, or with another time to wait.
    ///
    /// - Parameters:
    ///   - minimum: leaks of less confidence do not count.
    ///   - patience: how long tasks and disposals may go on after a test.
    public static func noLeaks(minimum: Confidence = .likely, patience: Duration = .seconds(2)) -> Self {
      .watchingTasks(minimum: minimum, patience: patience)
    }
  }

  extension NoLeaksTrait {
    fileprivate static func watchingTasks(
      minimum: Confidence = .likely, patience: Duration = .seconds(2)
    ) -> NoLeaksTrait {
      var options = LeakCheck.Options(minimum: minimum, patience: patience)
      options.tasks = .ofProcess
      return NoLeaksTrait(options)
    }
  }
#endif
