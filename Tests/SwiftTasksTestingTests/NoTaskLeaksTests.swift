import SignalsTesting
import SwiftTasksTesting
import Testing
import TraceAnalysis

@Suite struct NoTaskLeaksTests {
  @Test(.noLeaks) func `a clean test passes`() async { await CleanTasks.run() }

  @Test(.noLeaks) func `tasks that end a little later are waited for`() { CleanTasks.endsSoon() }

  @Test(.noLeaks) func `tasks that were cancelled do not count`() { CleanTasks.isCancelled() }

  @Test(.noLeaks) func `where both modules are imported, the trait that looks at tasks is taken`() {
    #expect(LeakCheck.current?.options.tasks != nil)
    #expect(LeakCheck.current?.options.patience == .seconds(2))
  }

  @Test func `where tasks cannot be seen, the test fails and says why`() async throws {
    let test = try #require(Test.current)
    var options = LeakCheck.Options()
    options.tasks = TaskSight(refusal: "tasks are not watched", look: {}, lines: TaskSight.ofProcess.lines)
    let trait = NoLeaksTrait(options)
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {}
    } matching: { issue in
      issue.comments.contains { "\($0)" == "tasks are not watched" }
    }
  }

  @Test func `a task that is never resumed fails its test, at its line`() async throws {
    try await expectLeak(at: LeakyTasks.questionLine, "outlived its test") { LeakyTasks.asksForEver() }
  }

  @Test func `a task whose stream nobody can finish fails its test, at its line`() async throws {
    try await expectLeak(at: LeakyTasks.readerLine, "waits for a stream that nobody can finish") {
      LeakyTasks.readsForEver()
      // It has to come to its stream.
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a clock that outlives its test fails it, at its line`() async throws {
    let isOver = Flag()
    defer { isOver.set() }
    try await expectLeak(at: LeakyTasks.timerLine, "outlived its test") {
      LeakyTasks.ticksForEver(until: isOver)
    }
    try await expectLeak(at: LeakyTasks.detachedLine, "detached ta") {
      LeakyTasks.ticksForEverDetached(until: isOver)
    }
  }

  @Test func `a task of a task of the test is the test's, and its line is named`() async throws {
    let isOver = Flag()
    defer { isOver.set() }
    try await expectLeak(at: LeakyTasks.innerLine, "outlived its test") {
      await LeakyTasks.handsOn(until: isOver)
    }
  }

  @Test func `a task that waits for a child is named, and the child is not`() async throws {
    let isOver = Flag()
    defer { isOver.set() }
    try await expectLeak(at: LeakyTasks.parentLine, "1 leak, 2 subscriptions") {
      LeakyTasks.waitsForAChild(until: isOver)
    }
  }

  @Test func `a task of another test does not count`() async throws {
    let isOver = Flag()
    defer { isOver.set() }
    await withTaskGroup(of: [Int].self) { group in
      for number in 0..<10 {
        group.addTask {
          let check = LeakCheck(of: "test \(number)", options: Self.options(patience: .milliseconds(50)))
          await check.perform {
            await CleanTasks.run()
            if number % 5 == 0 { LeakyTasks.ticksForEver(until: isOver) }
          }
          let report = await check.settledReport()
          return [number, report.leaks.reduce(0) { $0 + $1.instances.count }]
        }
      }
      for await found in group { #expect(found[1] == (found[0] % 5 == 0 ? 1 : 0), "test \(found[0])") }
    }
  }

  @Test func `without the trait of this module tasks do not count`() async {
    let isOver = Flag()
    defer { isOver.set() }
    let check = LeakCheck(of: "signals alone", options: .init(patience: .zero))
    check.perform { LeakyTasks.ticksForEver(until: isOver) }
    let report = await check.settledReport()
    #expect(report.isEmpty)
    #expect(report.description.hasPrefix("no leaks "))
  }

  @Test func `a part of a test that is watched for itself leaves its tasks to the test`() async throws {
    let isOver = Flag()
    defer { isOver.set() }
    try await expectLeak(at: LeakyTasks.timerLine, "outlived its test") {
      expectNoLeaks { LeakyTasks.ticksForEver(until: isOver) }
    }
  }

  @Test func `while the test goes on, none of its tasks has outlived it`() async {
    let isOver = Flag()
    let check = LeakCheck(of: "test", options: Self.options(patience: .seconds(60)))
    check.perform { LeakyTasks.ticksForEver(until: isOver) }
    #expect(check.report().isEmpty)
    isOver.set()
    #expect(await check.settledReport().isEmpty)
  }

  private static func options(patience: Duration) -> LeakCheck.Options {
    var options = LeakCheck.Options(patience: patience)
    options.tasks = .ofProcess
    return options
  }

  /// Expects that a test that does so fails for one leak, at this line of this file, with these words.
  private func expectLeak(
    at line: UInt32, _ words: String, _ body: @escaping @Sendable () async -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await NoLeaksTrait(Self.options(patience: .milliseconds(100)))
        .provideScope(for: test, testCase: nil, performing: body)
    } matching: { issue in
      issue.sourceLocation == test.sourceLocation
        && issue.comments.contains { comment in
          let report = "\(comment)"
          return report.hasPrefix("1 leak, ") && report.contains(words)
            && report.contains("LeakyTasks.swift:\(line)")
        }
    }
  }
}

@Suite(.noLeaks) struct NoTaskLeaksSuiteTests {
  @Test func `each test of the suite is watched`() async {
    await CleanTasks.run()
    // The loops and streams of the tasks are among them.
    let report = LeakCheck.current?.report().description ?? ""
    #expect(report.contains(" finished"), "\(report)")
  }
}
