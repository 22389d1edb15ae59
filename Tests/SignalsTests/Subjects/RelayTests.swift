import Signals
import Testing

@Suite struct RelayTests {
  let out = Transcript()

  @Test func `a relay passes on what it accepts`() {
    let relay = PublishRelay<Int>()
    #expect(!relay.hasSubscribers)
    relay.accept(1)
    let subscription = relay.print(to: out)
    #expect(relay.hasSubscribers)
    relay.accept(2)
    subscription.dispose()
    #expect(out.lines == ["2", "!"])
  }

  @Test func `kinds differ in what a new subscriber gets`() {
    let behavior = BehaviorRelay(1)
    behavior.accept(2)
    behavior.print(to: out, "behavior ")
    #expect(behavior.value == 2)
    let replay = ReplayRelay<Int>(capacity: 2)
    for value in 1...3 { replay.accept(value) }
    replay.print(to: out, "replay ")
    #expect(out.lines == ["behavior 2", "replay 2", "replay 3"])
  }

  @Test func `a signal bound to a relay does not end it, one bound to a subject does`() {
    let relay = PublishRelay<Int>()
    relay.print(to: out, "relay ")
    _ = Signal.of(1).bind(to: relay)
    relay.accept(2)
    let subject = PublishSubject<Int>()
    subject.print(to: out, "subject ")
    _ = Signal.of(1).bind(to: subject)
    #expect(out.lines == ["relay 1", "relay 2", "subject 1", "subject |", "subject !"])
  }
}
