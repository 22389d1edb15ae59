import Foundation
import Testing

/// What a person sees whose tests leak: this test bundle is run again, with the tests that are to fail.
@Suite struct FailingRunTests {
  @Test func `of tests that run side by side only the one that leaks fails, and its line is named`() throws {
    let run = try run(["--testing-library", "swift-testing", "--filter", "SignalsTestingTests.SideBySide"])
    #expect(run.status != 0)
    #expect(run.output.contains("Test leaks() recorded an issue at TestsThatFail.swift:"))
    #expect(run.output.contains("1 leak, 2 subscriptions"))
    #expect(
      run.output.contains("At Leaky.swift:\(Leaky.createLine) return (or add to the bag) the disposable"))
    #expect(run.output.contains("Test leaks() failed"))
    #expect(run.output.contains("Test isClean() passed"))
    #expect(run.output.contains("Test leavesOpen() passed"))
    #expect(run.output.contains("failed after"))
    #expect(run.output.split(separator: "recorded an issue").count == 2)
  }

  @Test func `an XCTest that leaks on any thread fails with the report`() throws {
    let run = try run(["SignalsTestingTests.WatchedByXCTest"])
    #expect(run.status != 0)
    #expect(
      run.output.contains("WatchedByXCTest.testThatLeaksOnAnotherThread : failed - 1 leak, 2 subscriptions"))
    #expect(
      run.output.contains("At Leaky.swift:\(Leaky.createLine) return (or add to the bag) the disposable"))
    #expect(run.output.contains("WatchedByXCTest.testThatLeaksOnceMore : failed - 1 leak, 4 subscriptions"))
    #expect(run.output.contains("Executed 5 tests, with 2 failures"))
  }

  @Test func `parts of an XCTest fail with the report and the drawings`() throws {
    let run = try run(["SignalsTestingTests.PartsOfAnXCTest"])
    #expect(run.output.contains("testAPartThatLeaks : failed - 1 leak, 2 subscriptions"))
    #expect(
      run.output.contains(
        """
        the timeline differs at tick 3: nothing was expected, b came
          expected  -a--b|
          actual    -a-b|
                       ^
        """))
    #expect(run.output.contains("the subscription differs at tick 3: ! was expected, nothing came"))
    #expect(run.output.contains("Executed 3 tests, with 3 failures"))
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["RXTRACE_TESTS_THAT_FAIL": "1", "NO_COLOR": "1"]) { $1 }
      .filter { $0.key != "RXTRACE" }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
