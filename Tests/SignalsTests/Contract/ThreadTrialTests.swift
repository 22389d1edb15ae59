import SignalTracing
import Signals
import Testing
import TraceFormat

/// The trial among threads notices what operators do that are not made for it.
@Suite struct ThreadTrialTests {
  @Test func `an operator that lets two threads in at once is noticed`() {
    let broken = row("broken", roles: [.source, .source]) { b in
      let (one, other) = (b[0], b[1])
      return Signal<LivingValue>.source(CallSite("broken", #fileID, #line)) { subscriber in
        let handles = [one, other].map { source in
          source.subscribe(next: { subscriber.next($0) }, error: { _ in })
        }
        return CompositeDisposable(handles)
      }
    }
    #expect(finds("events overlapped others", in: broken))
  }

  @Test func `a subscription that nobody disposes is noticed`() {
    let broken = row("broken") { b in
      let source = b.source
      return Signal<LivingValue>.create { subscriber in
        _ = source.subscribe(next: { subscriber.next($0) }, error: { _ in })
        return nil
      }
    }
    #expect(finds("a source is still subscribed to after the end", in: broken))
  }

  @Test func `a value that is kept is noticed`() {
    let kept = BoxOf<LivingValue>()
    let broken = row("broken") { b in b.source.do(onNext: { kept.value = $0 }) }
    #expect(finds("1 values stay in memory", in: broken))
    kept.value = nil
  }

  /// Threads meet by chance: the trial is repeated until it finds something, a hundred times at most.
  private func finds(_ problem: String, in row: OperatorRow) -> Bool {
    (0..<100).contains { _ in ThreadTrial(row: row).run(rounds: 128).contains { $0.hasSuffix(problem) } }
  }

  @Test func `threads that wait for each other are noticed`() {
    let never = Fence()
    let stuck = BoxOf<Int>()
    let team = ThreadTeam(
      members: [{ if $0 == 2 { never.wait() } }, { _ in }], prepare: { _ in }, finish: { _ in })
    team.run(rounds: 4, patience: 0) { round in
      // A machine that stands still for a second looks the same.
      guard round == 2 else { return }
      stuck.value = round
      never.open()
    }
    #expect(stuck.value == 2)
  }
}
