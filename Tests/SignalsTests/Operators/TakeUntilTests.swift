import Signals
import Testing

@Suite struct TakeUntilTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let trigger = PublishSubject<Void>()

  private func subscribe() -> Subscription {
    source.spied(out, "source").take(until: trigger.spied(out, "trigger")).print(to: out)
  }

  @Test func `a value of the trigger completes, after both were disposed`() {
    _ = subscribe()
    source.next(1)
    trigger.next(())
    source.next(2)
    #expect(out.lines == ["+trigger", "+source", "1", "-source", "-trigger", "|", "!"])
  }

  @Test func `completion of the trigger completes`() {
    _ = subscribe()
    trigger.completed()
    #expect(out.lines == ["+trigger", "+source", "-trigger", "-source", "|", "!"])
  }

  @Test func `an error of the trigger is ignored`() {
    _ = subscribe()
    trigger.error(Broken())
    source.next(1)
    source.completed()
    #expect(out.lines == ["+trigger", "+source", "-trigger", "1", "-source", "|", "!"])
  }

  @Test func `the end of the source disposes the trigger`() {
    _ = subscribe()
    source.error(Broken())
    #expect(out.lines == ["+trigger", "+source", "-source", "-trigger", "#broken", "!"])
  }

  @Test func `disposal disposes both`() {
    subscribe().dispose()
    #expect(Set(out.lines.dropFirst(2).dropLast()) == ["-trigger", "-source"])
  }

  @Test func `a trigger that fires at once leaves the source unsubscribed`() {
    source.spied(out, "source").take(until: Signal.just(())).print(to: out)
    source.spied(out, "source").take(until: Signal<Int>.empty()).print(to: out)
    #expect(out.lines == ["|", "!", "|", "!"])
  }

  @Test func `a trigger that fires during delivery completes after the value`() {
    _ = source.take(until: trigger).subscribe(
      next: { [out, trigger] value in
        trigger.next(())
        out.print(value)
      }, completed: { [out] in out.print("|") })
    source.next(1)
    source.next(2)
    #expect(out.lines == ["1", "|"])
  }
}
