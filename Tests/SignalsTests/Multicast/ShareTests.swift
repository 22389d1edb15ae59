import Signals
import Testing

@Suite struct ShareTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  var watched: Signal<Int> { source.spied(out, "source") }

  @Test func `it connects with the first subscriber, disconnects with the last, and begins anew`() {
    let signal = watched.share()
    let first = signal.print(to: out, "a")
    let second = signal.print(to: out, "b")
    source.next(1)
    first.dispose()
    second.dispose()
    signal.print(to: out, "c")
    source.next(2)
    #expect(out.lines == ["+source", "a1", "b1", "a!", "-source", "b!", "+source", "c2"])
  }

  @Test func `while connected, what was kept goes with the connection`() {
    let signal = watched.share(replay: 1)
    let first = signal.print(to: out, "a")
    source.next(1)
    let second = signal.print(to: out, "b")
    first.dispose()
    second.dispose()
    signal.print(to: out, "c")
    #expect(out.lines == ["+source", "a1", "b1", "a!", "-source", "b!", "+source"])
  }

  @Test func `for ever, what was kept and the end stay`() {
    let signal = watched.share(replay: 1, scope: .forever)
    signal.print(to: out, "a").dispose()
    let second = signal.print(to: out, "b")
    source.next(1)
    second.dispose()
    _ = out.take()
    signal.print(to: out, "c")
    source.completed()
    #expect(out.take() == ["c1", "+source", "-source", "c|", "c!"])
    signal.print(to: out, "d")
    #expect(out.lines == ["d1", "d|", "d!"])
  }

  @Test func `while connected, the next subscriber after the end begins anew, even within the end`() {
    let signal = watched.share()
    signal.concat(signal).print(to: out)
    source.next(1)
    source.completed()
    #expect(out.lines == ["+source", "1", "-source", "+source", "-source", "|", "!"])
  }

  @Test func `a synchronous source is shared by nobody but each runs to its end`() {
    let signal = Signal.from(1...2).share()
    #expect(signal.transcript == ["1", "2", "|", "!"])
    #expect(signal.transcript == ["1", "2", "|", "!"])
  }

  @Test func `refCount makes new subjects where it may, and keeps the one it was given`() {
    let made = watched.publish().refCount()
    made.print(to: out, "a").dispose()
    made.print(to: out, "b").dispose()
    #expect(out.take() == ["+source", "-source", "a!", "+source", "-source", "b!"])
    let given = Signal.just(1).multicast(ReplaySubject()).refCount()
    #expect(given.transcript == ["1", "|", "!"])
    #expect(given.transcript == ["1", "|", "!"])
  }
}
