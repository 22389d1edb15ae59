import Signals
import Testing

@Suite struct DeferredTests {
  @Test func `a signal is made for every subscription`() {
    let out = Transcript()
    let signal = Signal<Int>.deferred {
      out.print("make")
      return .just(1)
    }
    #expect(out.lines == [])
    signal.print(to: out)
    signal.print(to: out)
    #expect(out.lines == ["make", "1", "|", "!", "make", "1", "|", "!"])
  }

  @Test func `a throw is an error`() {
    #expect(Signal<Int>.deferred { throw Broken() }.transcript == ["#broken", "!"])
  }

  @Test func `disposal reaches the signal that was made`() {
    let out = Transcript()
    Signal.deferred { Signal<Int>.never().spied(out, "inner") }.print(to: out).dispose()
    #expect(out.lines == ["+inner", "-inner", "!"])
  }
}
