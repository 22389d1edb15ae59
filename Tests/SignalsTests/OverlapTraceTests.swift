import Glibc
import SignalTracing
import Signals
import Synchronization
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

  @Test func `create that sends from two threads is seen, and what is below keeps its state`() throws {
    let sums = Mutex<[Int]>([])
    let findings = try Findings.of(["overlap"]) {
      let (inside, goOn) = (Fence(), Fence())
      let source = Signal<Int>.create(line: 12) { subscriber in
        let other = startThread { subscriber.next(1) }
        inside.wait()
        // The other thread is inside: this value is left to it.
        subscriber.next(2)
        goOn.open()
        pthread_join(other, nil)
        subscriber.completed()
        return nil
      }
      _ = source.scan(0) { $0 + $1 }.subscribe(next: { sum in
        sums.withLock { $0.append(sum) }
        guard sum == 1 else { return }
        inside.open()
        goOn.wait()
      })
    }
    #expect(sums.withLock { $0 } == [1, 3])
    #expect(
      findings == [
        "create:12 sent 1 event from one thread while another was sending: its closure must send one at a time"
      ])
  }

  @Test func `a debug build says once where create sends from two threads, also while nobody looks`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 1...2 {
        let (inside, goOn) = (Fence(), Fence())
        _ = Signal<Int>.create(file: "App/Clock.swift", line: 12) { subscriber in
          let other = startThread { subscriber.next(1) }
          inside.wait()
          subscriber.next(2)
          goOn.open()
          pthread_join(other, nil)
          // One after the other is as it should be.
          subscriber.next(3)
          return nil
        }.subscribe(next: { value in
          guard value == 1 else { return }
          inside.open()
          goOn.wait()
        })
      }
      exit(0)
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("Signals: ") }
    #if DEBUG
      #expect(told.count == 1)
      #expect(told.first?.hasPrefix("Signals: create at App/Clock.swift:12 has sent events from two") == true)
    #else
      #expect(told.isEmpty)
    #endif
  }

  @Test func `create that sends from within a delivery is seen, and that is over first`() throws {
    let lines = Mutex<[String]>([])
    let traced = try Traced {
      let subscribers = BoxOf<Subscriber<Int>>()
      _ = Signal<Int>.create { subscriber in
        subscribers.value = subscriber
        return nil
      }.subscribe(
        next: { value in
          lines.withLock { $0.append("begin \(value)") }
          if value == 1 {
            subscribers.value?.next(2)
            subscribers.value?.completed()
            subscribers.value?.next(3)
          }
          lines.withLock { $0.append("end \(value)") }
        }, completed: { lines.withLock { $0.append("|") } })
      subscribers.value?.next(1)
      subscribers.value = nil
    }
    #expect(lines.withLock { $0 } == ["begin 1", "end 1", "begin 2", "end 2", "|"])
    var (overlaps, dropped) = (0, 0)
    for event in traced.events {
      if case .overlap = event { overlaps += 1 }
      if case .dropped = event { dropped += 1 }
    }
    #expect(overlaps == 2 && dropped == 1)
    #expect(traced.balance == [2, 2, 2])
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
