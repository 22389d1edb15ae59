#if canImport(Testing)
  public import TraceAnalysis
  public import Testing

  /// Fails a test that leaks subscriptions, and shows the report of `rxtrace leaks`. On a suite it applies to
  /// each test.
  ///
  ///     @Test(.noLeaks) func sessions() async { … }
  ///
  /// Each test is judged by its own subscriptions, even if other tests run at the same time; see
  /// ``LeakCheck``. An open subscription is no leak, as long as no record says that it should have ended.
  public struct NoLeaksTrait: TestTrait, SuiteTrait, TestScoping {
    public let options: LeakCheck.Options
    public var isRecursive: Bool { true }

    public init(_ options: LeakCheck.Options = LeakCheck.Options()) { self.options = options }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      if let refusal = options.tasks?.refusal {
        Issue.record("\(refusal)", sourceLocation: test.sourceLocation)
      }
      let check = LeakCheck(of: test.reportName, options: options)
      defer { check.end() }
      let result: Result<Void, any Error>
      do {
        result = .success(try await check.perform(function))
      } catch {
        result = .failure(error)
      }
      await check.settledReport().record(at: test.sourceLocation)
      try result.get()
    }
  }

  extension Trait where Self == NoLeaksTrait {
    /// Fails the test if it leaks subscriptions.
    public static var noLeaks: Self { NoLeaksTrait() }

    /// Fails the test if it leaks subscriptions.
    ///
    /// - Parameters:
    ///   - minimum: the least confidence of a leak that counts.
    ///   - patience: the longest wait for disposals that are still on their way.
    public static func noLeaks(
      minimum: Confidence = .likely, patience: Duration = .milliseconds(500)
    ) -> Self {
      NoLeaksTrait(LeakCheck.Options(minimum: minimum, patience: patience))
    }
  }

  /// Expects that the subscriptions that `body` makes do not leak. For a part of a test. A failure shows the
  /// report.
  public func expectNoLeaks<Result>(
    options: LeakCheck.Options = LeakCheck.Options(), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let check = LeakCheck(of: Test.current?.reportName ?? "expectNoLeaks", options: options)
    defer { check.settledReport().record(at: sourceLocation) }
    return try check.perform(body)
  }

  /// Expects that the subscriptions that `body` makes do not leak. For a part of a test. A failure shows the
  /// report.
  public func expectNoLeaks<Result: Sendable>(
    options: LeakCheck.Options = LeakCheck.Options(), sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let check = LeakCheck(of: Test.current?.reportName ?? "expectNoLeaks", options: options)
    do {
      let result = try await check.perform(body)
      await check.settledReport().record(at: sourceLocation)
      return result
    } catch {
      await check.settledReport().record(at: sourceLocation)
      throw error
    }
  }

  extension Test {
    /// The name for a report: the display name if there is one.
    fileprivate var reportName: String { displayName ?? name.filter { $0 != "`" } }
  }

  extension LeakReport {
    fileprivate func record(at location: SourceLocation) {
      if !isEmpty { Issue.record("\(self)", sourceLocation: location) }
    }
  }
#endif
