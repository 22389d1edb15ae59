import Signals
import SignalsTesting
import Testing

@Suite struct NoLeaksTests {
  @Test(.noLeaks) func `a clean test passes`() { Clean.run() }

  @Test(.noLeaks) func `a test that leaves something open passes`() { Clean.leaveOpen() }

  @Test(.noLeaks) func `a clean asynchronous test passes`() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { Clean.run() } }
    }
  }

  @Test func `a test that leaks fails with the report`() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await NoLeaksTrait(.init(patience: .milliseconds(1)))
        .provideScope(for: test, testCase: nil) { Leaky.run() }
    } matching: { issue in
      issue.sourceLocation == test.sourceLocation && names(Leaky.createLine, issue)
    }
  }

  @Test func `a test that fails and leaks fails for both`() async throws {
    struct Failure: Error {}
    let test = try #require(Test.current)
    await withKnownIssue {
      await #expect(throws: Failure.self) {
        try await NoLeaksTrait(.init(patience: .zero)).provideScope(for: test, testCase: nil) {
          Leaky.run()
          throw Failure()
        }
      }
    } matching: {
      names(Leaky.createLine, $0)
    }
  }

  @Test func `a part of a test is expected not to leak`() async {
    #expect(expectNoLeaks { 1 } == 1)
    withKnownIssue {
      expectNoLeaks(options: .init(patience: .zero)) { Leaky.outlivesStopSignal() }
    } matching: {
      names(Leaky.flatMapLine, $0)
    }
    await withKnownIssue {
      await expectNoLeaks(options: .init(patience: .zero)) { await Task { Leaky.run() }.value }
    } matching: {
      names(Leaky.createLine, $0)
    }
  }

  private func names(_ line: UInt32, _ issue: Issue) -> Bool {
    issue.comments.contains {
      "\($0)".hasPrefix("1 leak") && "\($0)".contains("── LEAK A ──")
        && "\($0)".contains("Leaky.swift:\(line)")
    }
  }
}

@Suite(.noLeaks) struct NoLeaksSuiteTests {
  @Test func `each test of the suite is watched`() {
    #expect(LeakCheck.current?.name == "each test of the suite is watched")
    Clean.run()
  }

  @Test(arguments: 0..<3) func `each case of a test is watched by itself`(number: Int) {
    #expect(LeakCheck.current != nil)
    Clean.run()
    #expect(LeakCheck.current?.report().description.contains("finished") == true)
  }
}
