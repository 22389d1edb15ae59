import Glibc
import SignalTracing
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

/// A life of another library reports each end once, its release, and the cause of each delivery.
@Suite struct TracedLifeTests {
  private struct Outage: Error {}
  private final class ViewModel {}

  private static let spring = CallSite("spring", "Brook/App.swift", 7, [.source, .hot])
  private static let listen = CallSite("listen", "Brook/App.swift", 9, .root)

  /// The ends of `traced`, each as `operator event`.
  private func ends(_ traced: Traced) -> [String] {
    traced.events.compactMap { event in
      switch event {
      case .completed: "completed"
      case .error(_, _, _, let description): "error \(description ?? "-")"
      case .disposed(_, _, _, let reason): "disposed \(reason)"
      case .dropped(_, let kind): "dropped \(kind)"
      case .released: "released"
      default: nil
      }
    }
  }

  @Test func `a life ends once, whatever comes first, and tells of its memory`() throws {
    let answers = Mutex<[Bool]>([])
    let traced = try Traced {
      let life = TracedLife(Self.spring, downstream: nil)
      answers.withLock {
        $0 = [life.isOver, life.dispose(.explicit), life.dispose(.downstream), life.takeEnd(), life.isOver]
      }
    }
    #expect(answers.withLock { $0 } == [false, true, false, false, true])
    #expect(ends(traced) == ["disposed explicit", "released"])
    #expect(traced.balance == [1, 1, 1])
  }

  @Test func `an end by an event is disposed behind its delivery`() throws {
    let traced = try Traced {
      let root = TracedLife(Self.listen, downstream: nil)
      let spring = TracedLife(Self.spring, downstream: root)
      spring.completed { root.error(Outage()) {} }
    }
    #expect(traced.subscriptions == ["listen source < -", "spring source < listen"])
    #expect(traced.disposals == ["listen terminated", "spring terminated"])
    #expect(
      ends(traced).prefix(4) == ["completed", "error Outage()", "disposed terminated", "disposed terminated"])
    #expect(traced.balance == [2, 2, 2])
  }

  @Test func `what comes after the end is dropped and not delivered`() throws {
    let delivered = Mutex(0)
    let traced = try Traced {
      let life = TracedLife(Self.spring, downstream: nil)
      life.next(describing: { "1" }) { delivered.withLock { $0 += 1 } }
      life.completed { delivered.withLock { $0 += 1 } }
      life.next(describing: { "2" }) { delivered.withLock { $0 += 1 } }
      life.completed { delivered.withLock { $0 += 1 } }
      life.error(Outage()) { delivered.withLock { $0 += 1 } }
    }
    #expect(delivered.withLock { $0 } == 2)
    #expect(traced.dropped == ["spring next", "spring completed", "spring error"])
  }

  @Test func `one that nothing has ended is disposed with its memory`() throws {
    let traced = try Traced { _ = TracedLife(Self.spring, downstream: nil) }
    #expect(ends(traced) == ["disposed deinitialized", "released"])
  }

  @Test func `a library may take the end and report it in two calls`() throws {
    let traced = try Traced {
      let life = TracedLife(TracedSubscription(site: Self.spring, below: nil, role: Role(.source)))
      guard life.takeEnd(), !life.takeEnd() else { return }
      ThreadState.cause = life.trace.completed()
      life.trace.disposed(.terminated)
    }
    #expect(ends(traced) == ["completed", "disposed terminated", "released"])
  }

  @Test func `an event is the cause of what its delivery does, even if that throws`() throws {
    let after = Mutex<[UInt64]>([])
    let traced = try Traced {
      let root = TracedLife(Self.listen, downstream: nil)
      let spring = TracedLife(Self.spring, downstream: root)
      try? spring.next(describing: { "1" }) {
        root.next(describing: { "1" }) {}
        throw Outage()
      }
      after.withLock { $0.append(ThreadState.cause) }
      spring.completed { root.completed {} }
      after.withLock { $0.append(ThreadState.cause) }
    }
    #expect(after.withLock { $0 } == [0, 0])
    var events: [EventID] = []
    var causes: [EventID?] = []
    for event in traced.events {
      switch event {
      case .next(_, let event, let cause, _), .completed(_, let event, let cause):
        events.append(event)
        causes.append(cause)
      default: break
      }
    }
    #expect(causes == [nil, events[0], nil, events[2]])
  }

  @Test func `of two threads that end it, one succeeds`() {
    let wins = Atomic(0)
    for _ in 1...2_000 {
      let life = TracedLife(Self.spring, downstream: nil)
      let end: @Sendable () -> Void = {
        if life.dispose(.explicit) { wins.add(1, ordering: .relaxed) }
      }
      together(end, end)
    }
    #expect(wins.load(ordering: .relaxed) == 2_000)
  }

  /// The leaks of a program in which one reading outlives its object, and another object lives on.
  private func leaks(
    isClosed: Bool, of make: @escaping @Sendable (ViewModel) -> TracedLife
  ) throws -> [Leak] {
    let (records, thread) = try Traced.recording {
      let clock = TracedLife(Self.listen, downstream: nil)
      var model: ViewModel? = ViewModel()
      let reading = model.map(make)
      if isClosed { reading?.dispose(.explicit) }
      model = nil
      Trace.mark("later")
      // Another thread may have come by first, and be about to tell.
      usleep(20_000)
      clock.next(describing: { "1" }) {}
      withExtendedLifetime(reading) {}
    }
    var builder = ForestBuilder()
    for record in records {
      switch record.event {
      // Any thread tells of the object's end.
      case .ownerReleased: builder.add(TraceRecord(time: record.time, thread: thread, event: record.event))
      // The test releases other objects when the recording ends. It does not check these.
      case .released, .disposed(_, _, _, .deinitialized): continue
      default: if record.thread == thread { builder.add(record) }
      }
    }
    let options = Verdicts.Options(settle: .zero, minimum: .possible)
    let verdicts = Verdicts(builder.finish(began: nil, ended: nil), options: options)
    return (verdicts.leaks + verdicts.suspects).filter { $0.reason == .ownerFreed }
  }

  @Test func `one that outlives the object that it belongs to is a certain leak`() throws {
    let site = CallSite("read", "Brook/App.swift", 5, .root)
    let leaks = try leaks(isClosed: false) { TracedLife(site, downstream: nil, owner: $0) }
    let leak = try #require(leaks.first)
    #expect(leaks.count == 1)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == 5)
    #expect(try self.leaks(isClosed: true) { TracedLife(site, downstream: nil, owner: $0) }.isEmpty)
  }

  @Test func `the number of an owner may be asked for before there is a life`() throws {
    let site = CallSite("read", "Brook/App.swift", 5, .root)
    let leaks = try leaks(isClosed: false) { model in
      let number = Trace.number(ofOwner: model, at: site)
      let life = TracedLife(site, downstream: nil)
      life.trace.named(owner: number == Trace.number(ofOwner: model, at: site) ? number : 0)
      return life
    }
    #expect(leaks.map(\.confidence) == [.certain])
  }

  @Test func `without an object there is no owner`() throws {
    let traced = try Traced {
      _ = TracedLife(Self.listen, downstream: nil, owner: nil)
      if Trace.number(ofOwner: nil, at: Self.listen) != 0 { Trace.mark("a number") }
    }
    #expect(!traced.events.contains { if case .mark = $0 { true } else { false } })
    #expect(!traced.events.contains { if case .named = $0 { true } else { false } })
  }
}
