import Signals
import SignalTracing
import Synchronization
import Testing
import TraceFormat

/// The machine notices what operators that break the contract do.
@Suite struct ContractMachineTests {
  @Test func `an inner subscription that is not disposed is noticed`() throws {
    let broken = row("broken", named: "create") { b in
      let source = b.source
      return Signal<LivingValue>.create { subscriber in
        _ = source.subscribe(
          next: { subscriber.next($0) }, error: { subscriber.error($0) },
          completed: { subscriber.completed() })
        return nil
      }
    }
    let problems = try ContractMachine.problems(of: broken)
    for play in [
      "subjects, none ends", "hot sources without manners, none ends",
    ] {
      #expect(problems.contains("broken: \(play): source 0 is still subscribed to after the end"))
    }
  }

  @Test func `a value that is kept is noticed`() throws {
    let kept = Mutex<[LivingValue]>([])
    let broken = row("broken", named: "map") { b in
      b.source.map { value in
        kept.withLock { $0 = [value] }
        return value
      }
    }
    let problems = try ContractMachine.problems(of: broken)
    #expect(problems.contains("broken: subjects, all complete: 1 values stay in memory"))
  }

  @Test func `a throw that is swallowed is noticed`() throws {
    let broken = row("broken", named: "compactMap", closures: ["transform"]) { b in
      b.source.compactMap { try? b("transform", $0) }
    }
    let problems = try ContractMachine.problems(of: broken)
    #expect(
      problems.contains(
        "broken: subjects, all complete, transform throws at call 1: what a closure threw is not the error of the output"
      ))
  }

  @Test func `an end at the wrong step is noticed`() throws {
    let early = try ContractMachine.problems(of: row("early", named: "take") { $0.source.take(1) })
    #expect(early.contains("early: subjects, all complete: completed after step 1"))
    let late = row("late", named: "concat") { $0.source.concat(.never()) }
    #expect(
      try ContractMachine.problems(of: late).contains(
        "late: subjects, all complete: did not complete at step 3"))
  }

  @Test func `an error that does not arrive is noticed`() throws {
    let broken = row("broken", named: "catchTo") { $0.source.catchTo(.never()) }
    #expect(
      try ContractMachine.problems(of: broken)
        .contains("broken: subjects, source 0 fails: an error of source 0 is not its error"))
  }

  @Test func `a wrong name, role and reason are noticed`() throws {
    let problems = try ContractMachine.problems(
      of: row("wrong", roles: [.source, .source]) { $0[0].take(until: $0[1]) })
    #expect(problems.contains { $0.hasSuffix(": its name is take(until:), not wrong") })
    #expect(problems.contains { $0.hasSuffix(": source 1 is subscribed to as control, not source") })
    #expect(problems.contains { $0.hasSuffix(": source 0 was disposed for the reason trigger") })
  }

  @Test func `a subscription that stands beside the operator is noticed`() throws {
    let broken = row("beside", named: "merge") { b in
      b.keep(b.source.subscribe(error: { _ in }))
      return b.source.merge(.empty())
    }
    #expect(
      try ContractMachine.problems(of: broken).contains {
        $0.hasSuffix(": source 0 is not upstream of the output")
      })
  }

  @Test func `an operator that hides its closure or its values from the trial is noticed`() throws {
    let problems = try ContractMachine.problems(
      of: row("idle", named: "filter", closures: ["isIncluded"]) { $0.source.filter { _ in false } })
    #expect(problems.contains("idle: the closure isIncluded was never called"))
    #expect(problems.contains { $0.hasPrefix("idle: no value ever came") })
  }

  @Test func `a subscriber that is told too much, too late or at once says so`() {
    let lives = Lives()
    let log = ReceiverLog()
    let again = BoxOf<Receiver>()
    let receiver = Receiver(log, lives.make()) { if $0 == 1 { again.value?.hear(.value) } }
    again.value = receiver
    receiver.hear(.value)
    receiver.hear(.completed)
    receiver.hear(.value)
    receiver.hear(.disposed)
    log.seal()
    receiver.hear(.error(isThrown: false))
    #expect(
      log.problems == [
        "value came within another event", "value came after the end",
        "error(isThrown: false) came after the end", "error(isThrown: false) came after `disposed`",
        "error(isThrown: false) came after `dispose()` had returned",
      ])
    #expect(ReceiverLog().problems == ["`disposed` never came"])
    again.value = nil
  }

  @Test func `a trace that does not balance, or is in the wrong order, says so`() throws {
    let root = try #require(SubscriptionID(1))
    let source = try #require(SubscriptionID(2))
    let event = try #require(EventID(1))
    let site = Site(operatorName: "output", file: "file", line: 1)
    var trace = PlayTrace()
    for happened: TraceEvent in [
      .subscribed(root, downstream: nil, role: Role(.source), site: site),
      .named(root, owner: nil, label: "output"),
      .subscribed(source, downstream: root, role: Role(.source), site: site),
      .completed(root, event: event, cause: nil), .next(root, event: event, cause: nil, value: nil),
      .completed(root, event: event, cause: nil), .released(root),
      .disposed(root, event: event, cause: nil, reason: .explicit),
      .disposed(root, event: event, cause: nil, reason: .terminated), .dropped(root, .next),
    ] { trace.add(happened) }
    let outcome = Play.Outcome(
      play: Play(kind: .subject, script: .completing(1)), wasEnded: false, hasThrown: false, hasValues: true,
      late: 0)
    let problems = trace.problems(row("output") { $0.source }, outcome)
    #expect(
      Set(problems) == [
        "output was disposed 2 times", "output ended 2 times", "output has a value after its end",
        "output was released before it was disposed", "output was disposed for the reason explicit",
        "output was disposed 0 times", "output was released 0 times",
        "output was not disposed before the end of output was delivered",
        "1 events were dropped, 0 came late",
      ])
  }
}
