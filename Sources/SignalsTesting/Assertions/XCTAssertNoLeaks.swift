#if canImport(XCTest)
  import Foundation
  public import XCTest

  extension XCTestCase {
    /// Fails the test if it leaks subscriptions that begin after this call, and shows the report of
    /// `rxtrace leaks`.
    ///
    ///     override func setUp() { failOnLeaks() }
    ///
    /// XCTest runs one test at a time, so every subscription without an owner belongs to this test, on any
    /// thread.
    public func failOnLeaks(
      options: LeakCheck.Options = LeakCheck.Options(), file: StaticString = #filePath, line: UInt = #line
    ) {
      let check = LeakCheck(of: name, options: options, takesStrays: true)
      addTeardownBlock {
        check.settledReport(waitingBy: waitRunningMain).fail(file, line)
        check.end()
      }
    }
  }

  /// Fails an XCTest if subscriptions that `body` makes leak, and shows the report.
  public func XCTAssertNoLeaks<Result>(
    options: LeakCheck.Options = LeakCheck.Options(), file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let check = LeakCheck(of: "XCTAssertNoLeaks", options: options)
    defer { check.settledReport(waitingBy: waitRunningMain).fail(file, line) }
    return try check.perform(body)
  }

  /// Fails an XCTest if subscriptions that `body` makes leak, and shows the report.
  public func XCTAssertNoLeaks<Result: Sendable>(
    options: LeakCheck.Options = LeakCheck.Options(), file: StaticString = #filePath, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let check = LeakCheck(of: "XCTAssertNoLeaks", options: options)
    do {
      let result = try await check.perform(body)
      await check.settledReport().fail(file, line)
      return result
    } catch {
      await check.settledReport().fail(file, line)
      throw error
    }
  }

  /// On the main thread the work of the main queue goes on meanwhile, because disposals may be among it.
  private func waitRunningMain(_ duration: Duration) {
    guard Thread.isMainThread else { return LeakCheck.sleep(duration) }
    let (seconds, attoseconds) = duration.components
    let end = Date(timeIntervalSinceNow: Double(seconds) + Double(attoseconds) / 1e18)
    repeat {
      // Returns at once if the loop has no sources.
      if !RunLoop.current.run(mode: .default, before: end) { LeakCheck.sleep(.milliseconds(1)) }
    } while Date() < end
  }

  extension LeakReport {
    fileprivate func fail(_ file: StaticString, _ line: UInt) {
      if !isEmpty { XCTFail("\(self)", file: file, line: line) }
    }
  }
#endif
