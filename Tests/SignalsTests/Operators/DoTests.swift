import Signals
import Testing

@Suite struct DoTests {
  private func watched(_ signal: Signal<Int>, _ out: Transcript) -> Signal<Int> {
    signal.do(
      onNext: { out.print("next \($0)") }, afterNext: { out.print("after \($0)") },
      onError: { out.print("error \($0)") }, afterError: { _ in out.print("after error") },
      onCompleted: { out.print("completed") }, afterCompleted: { out.print("after completed") },
      onSubscribe: { out.print("subscribe") }, onSubscribed: { out.print("subscribed") },
      onDispose: { out.print("dispose") })
  }

  @Test func `each closure runs at its moment when the source completes`() {
    let out = Transcript()
    watched(Signal.just(1), out).print(to: out)
    #expect(
      out.lines == [
        "subscribe", "next 1", "1", "after 1", "completed", "|", "!", "after completed", "dispose",
        "subscribed",
      ])
  }

  @Test func `each closure runs at its moment when the source fails`() {
    let out = Transcript()
    watched(Signal.fail(Broken()), out).print(to: out)
    #expect(
      out.lines == [
        "subscribe", "error broken", "#broken", "!", "after error", "dispose", "subscribed",
      ])
  }

  @Test func `disposal runs onDispose only, after the source was disposed`() {
    let out = Transcript()
    watched(PublishSubject<Int>().spied(out, "source"), out).print(to: out).dispose()
    #expect(out.lines == ["subscribe", "+source", "subscribed", "-source", "dispose", "!"])
  }

  @Test func `disposal while completion is delivered runs onDispose once, last`() {
    let out = Transcript()
    let serial = SerialDisposable()
    let subject = PublishSubject<Int>()
    serial.inner = watched(subject, out).subscribe(completed: {
      serial.dispose()
      out.print("|")
    })
    subject.completed()
    #expect(
      out.lines == ["subscribe", "subscribed", "completed", "|", "after completed", "dispose"])
  }

  @Test func `a throw of onNext is an error`() {
    let out = Transcript()
    Signal.just(1).do(onNext: { _ in throw Broken() }).print(to: out)
    Signal.just(1).do(onNext: { _ in throw Broken() }, onDispose: { out.print("dispose") }).print(to: out)
    #expect(out.lines == ["#broken", "!", "dispose", "#broken", "!"])
  }

  @Test func `finally runs at either end, not on disposal`() {
    let out = Transcript()
    Signal.just(1).finally { out.print("finally") }.print(to: out)
    Signal<Int>.fail(Broken()).finally { out.print("finally") }.print(to: out)
    Signal<Int>.never().finally { out.print("finally") }.print(to: out).dispose()
    #expect(out.lines == ["1", "finally", "|", "!", "finally", "#broken", "!", "!"])
  }

  @Test func `onSubscribe and onDispose are single closures of do`() {
    let out = Transcript()
    Signal.just(1).onSubscribe { out.print("subscribe") }.onDispose { out.print("dispose") }.print(to: out)
    #expect(out.lines == ["subscribe", "1", "|", "!", "dispose"])
  }

  @Test func `debug says what passes`() {
    let out = Transcript()
    _ = Signal.just(1).debug("one", to: { out.print($0) }).subscribe()
    #expect(out.lines == ["one subscribed", "one next 1", "one completed", "one disposed"])
  }
}
