#if canImport(XCTest)
  import Foundation
  public import XCTest

  extension XCTestCase {
    /// Lets the test fail that leaks subscriptions from here on, with the report that `rxtrace leaks` prints.
    ///
    ///     override func setUp() { failOnLeaks() }
    ///
    /// XCTest runs one test at a time, so what nobody else takes is this test's, whatever thread it is made
    /// on.
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

  /// Fails an XCTest when what `body` subscribes leaks, and shows the report.
  public func XCTAssertNoLeaks<Result>(
    options: LeakCheck.Options = LeakCheck.Options(), file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let check = LeakCheck(of: "XCTAssertNoLeaks", options: options)
    defer { check.settledReport(waitingBy: waitRunningMain).fail(file, line) }
    return try check.perform(body)
  }

  /// Fails an XCTest when what `body` subscribes leaks, and shows the report.
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

  /// On the main thread what its queue has to do goes on meanwhile: disposals may be among it.
  private func waitRunningMain(_ duration: Duration) {
    guard Thread.isMainThread else { return LeakCheck.sleep(duration) }
    let (seconds, attoseconds) = duration.components
    let end = Date(timeIntervalSinceNow: Double(seconds) + Double(attoseconds) / 1e18)
    repeat {
      // Returns at once where the loop has no sources.
      if !RunLoop.current.run(mode: .default, before: end) { LeakCheck.sleep(.milliseconds(1)) }
    } while Date() < end
  }

  extension LeakReport {
    fileprivate func fail(_ file: StaticString, _ line: UInt) {
      if !isEmpty { XCTFail("\(self)", file: file, line: line) }
    }
  }
#endif
