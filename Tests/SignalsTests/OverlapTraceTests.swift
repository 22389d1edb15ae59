import SignalTracing
import Signals
import Testing
import TraceFormat

/// What a recording says of events that had to wait for others.
@Suite struct OverlapTraceTests {
  @Test func `what waits for a timer's thread has waited for another thread`() throws {
    let findings = try Findings.of(["overlap"]) {
      let (inside, goOn, done) = (Fence(), Fence(), Fence())
      let source = PublishSubject<Int>()
      _ = source.delay(for: .milliseconds(1), on: QueueScheduler("overlap")).subscribe(
        next: { value in
          guard value == 1 else { return done.open() }
          inside.open()
          goOn.wait()
        }, line: 11)
      source.next(1)
      inside.wait()
      // The timer's thread is inside: this value is left to it.
      source.next(2)
      goOn.open()
      done.wait()
      source.completed()
    }
    #expect(findings.map { $0.drop { $0 != " " } } == [" 1 event had to wait for another thread"])
  }

  @Test func `what is sent from within a delivery has waited for one further up the same stack`() throws {
    let findings = try Findings.of(["overlap", "reentrant"]) {
      let scheduler = VirtualTimeScheduler()
      let source = PublishSubject<Int>()
      _ = source.delay(for: .seconds(1), on: scheduler).subscribe(next: { if $0 == 1 { source.next(2) } })
      source.next(1)
      scheduler.run()
      // Sent from outside: it follows nothing.
      source.next(3)
      scheduler.run()
    }
    #expect(
      findings.map { $0.drop { $0 != " " } } == [" 1 event had to wait for one further up the same stack"])
  }

  @Test func `who delivers its own event after a wait has not sent it from within`() throws {
    let traced = try Traced {
      let site = CallSite("subscribe", #fileID, #line, .root)
      let life = TracedSubscription(site: site, downstream: nil, role: Role(.source))
      life.overlapped(sent: ThreadState.number, isNested: false)
      life.overlapped(sent: ThreadState.number, isNested: true)
      life.overlapped(sent: 9_999_999, isNested: false)
      life.end()
    }
    var others: [UInt32] = []
    for case .overlap(_, let other) in traced.events { others.append(other.rawValue) }
    #expect(others.count == 3 && others[0] == 0 && others[1] != 0 && others[2] == 9_999_999)
  }
}
