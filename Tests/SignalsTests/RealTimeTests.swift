import SignalTracing
import Synchronization
import Testing
import TraceFormat

@testable import Signals

@Suite(
  .serialized,
  .enabled(
    if: RealTimePair.mayBeMade, "this process may have no thread of real-time priority: see `ulimit -r`"))
struct RealTimeTests {
  private final class Counted: Sendable { let value = BiasedMutex(0) }

  /// Who only turns has the processor for 0.95 seconds each time, until the kernel gives the other a turn; if ever.
  private func expectLittle(_ meetings: RealTimePair.Meetings?) {
    guard let meetings else { return _ = Issue.record("it took longer than a minute") }
    #expect(meetings.count > 0 && meetings.processorTime < .milliseconds(500), "\(meetings)")
  }

  @Test func `a thread of real-time priority lets an ordinary one go on that has a word`() {
    let counted = Counted()
    let meetings = RealTimePair().meet(times: 5) { call in
      counted.value.withLock { value in
        value += 1
        call()
      }
    } urgently: {
      counted.value.withLock { $0 += 1 }
    }
    expectLittle(meetings)
    #expect(counted.value.withLock { $0 } == 10)
  }

  @Test func `a thread of real-time priority lets an ordinary one go on that tells a handle of the end`() {
    let site = CallSite("subscribe", #fileID, #line)
    let root = TracedSubscription(site: site, downstream: nil, role: Role(.source))
    let sink = Sink<Int>(
      root: root, site: site, error: nil, completed: nil, disposed: nil, receive: { _, _ in })
    let meetings = RealTimePair().meet(times: 5) { call in
      sink.handle.store(HandleWord.telling(), ordering: .relaxed)
      call()
      sink.handle.store(HandleWord.told, ordering: .releasing)
    } urgently: {
      sink.handleIsGone()
    }
    expectLittle(meetings)
  }
}
