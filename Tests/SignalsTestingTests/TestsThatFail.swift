import Foundation
import Signals
import SignalsTesting
import Testing
import XCTest

/// Tests that are to fail, run by ``FailingRunTests`` in a process of their own.
enum TestsThatFail {
  static let areWanted = ProcessInfo.processInfo.environment["RXTRACE_TESTS_THAT_FAIL"] != nil
}

@Suite(.noLeaks, .timeLimit(.minutes(5)), .enabled(if: TestsThatFail.areWanted)) struct SideBySide {
  private static let meeting = Meeting(of: 2)

  @Test func leaks() async {
    await Self.meeting.meet()
    Leaky.run()
    await Self.meeting.meet()
  }

  @Test func isClean() async {
    await Self.meeting.meet()
    Clean.run()
    await Self.meeting.meet()
  }

  @Test func leavesOpen() { _ = PublishSubject<Int>().subscribe(next: { _ in }) }
}

final class WatchedByXCTest: XCTestCase {
  override func setUp() { failOnLeaks(options: .init(patience: .milliseconds(10))) }

  func testThatLeaksOnAnotherThread() throws {
    try XCTSkipUnless(TestsThatFail.areWanted)
    let done = expectation(description: "done")
    DispatchQueue.global().async {
      Leaky.run()
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }

  func testThatLeaksOnceMore() throws {
    try XCTSkipUnless(TestsThatFail.areWanted)
    Leaky.outlivesStopSignal()
  }

  func testThatIsClean() { Clean.run() }

  func testThatIsCleanAndAsynchronous() async { await Task { Clean.run() }.value }

  func testWhatTheMainQueuePutsAway() {
    failOnLeaks(options: .init(patience: .seconds(60)))
    let source = PublishSubject<Int>()
    let subscription = Leaky.forgetsInner(of: source).subscribe(next: { _ in })
    source.next(1)
    subscription.dispose()
    source.next(2)
    // Ends what is left, once the main queue runs again: after the test.
    DispatchQueue.main.async { source.completed() }
  }
}

final class PartsOfAnXCTest: XCTestCase {
  func testAPartThatLeaks() throws {
    try XCTSkipUnless(TestsThatFail.areWanted)
    XCTAssertNoLeaks(options: .init(patience: .zero)) { Leaky.run() }
  }

  func testDrawingsThatDiffer() throws {
    try XCTSkipUnless(TestsThatFail.areWanted)
    let scheduler = TestScheduler()
    let source = scheduler.cold("-a-b|")
    let heard = scheduler.start { source.signal }
    XCTAssertTimeline(heard, "-a--b|")
    XCTAssertSubscriptions(source, "^--!")
  }

  func testPartsThatAreClean() async {
    XCTAssertEqual(XCTAssertNoLeaks { 1 }, 1)
    await XCTAssertNoLeaks { await Task { Clean.run() }.value }
    let scheduler = TestScheduler()
    let source = scheduler.cold("-a-b|")
    XCTAssertTimeline(scheduler.start { source.signal }, "-a-b|")
    XCTAssertSubscriptions(source, "^---!")
  }
}

/// Lets tasks go on only when all of them are there.
private actor Meeting {
  private let size: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of size: Int) { self.size = size }

  func meet() async {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      guard waiting.count == size else { return }
      for each in waiting { each.resume() }
      waiting = []
    }
  }
}
