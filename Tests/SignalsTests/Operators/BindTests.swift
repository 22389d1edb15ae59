import Signals
import Testing

@Suite struct BindTests {
  @Test func `nil stops: the source is disposed, what was made goes on`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    let inner = PublishSubject<String>()
    source.spied(out, "source").bind { value, _ in value == 0 ? nil : inner as Signal }.print(to: out)
    source.next(1)
    source.next(0)
    source.next(1)
    inner.next("a")
    inner.completed()
    #expect(out.lines == ["+source", "-source", "a", "|", "!"])
  }

  @Test func `the stop flag stops after its value`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    source.spied(out, "source").bind { value, stop in
      stop = value == 2
      return .just(value)
    }.print(to: out)
    for value in 1...3 { source.next(value) }
    #expect(out.lines == ["+source", "1", "2", "-source", "|", "!"])
  }

  @Test func `the stop is latched: a synchronous source does not reach the binding again`() {
    let out = Transcript()
    let inner = PublishSubject<Int>()
    Signal.from(1...5).bind { value, stop in
      out.print("bind \(value)")
      stop = value == 2
      return inner as Signal
    }.print(to: out)
    #expect(out.take() == ["bind 1", "bind 2"])
    inner.next(7)
    inner.completed()
    #expect(out.lines == ["7", "7", "|", "!"])
  }

  @Test func `a binding has a state of its own for each subscription`() {
    let numbered = Signal.from(["a", "b"]).bind {
      var count = 0
      return { value, _ in
        count += 1
        return .just("\(value)\(count)")
      }
    }
    #expect(numbered.transcript == ["a1", "b2", "|", "!"])
    #expect(numbered.transcript == ["a1", "b2", "|", "!"])
  }

  @Test func `an error of an inner signal disposes everything first`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    source.spied(out, "source").bind { value, _ in (value == 1 ? first : second).spied(out, "inner\(value)") }
      .print(to: out)
    source.next(1)
    source.next(2)
    first.error(Broken())
    second.next(1)
    #expect(
      out.lines == ["+source", "+inner1", "+inner2", "-inner1", "-source", "-inner2", "#broken", "!"])
  }

  @Test func `a throw of the binding is an error`() {
    let signal = Signal.from(1...3).bind { value, _ in
      if value == 2 { throw Broken() }
      return Signal.just(value)
    }
    #expect(signal.transcript == ["1", "#broken", "!"])
  }

  @Test func `finished inner signals are let go of`() {
    let lives = Lives()
    let source = PublishSubject<Int>()
    let subscription = source.bind { _, _ in
      let life = lives.make()
      return Signal<Int>.create { subscriber in
        subscriber.completed()
        return Disposable { _ = life }
      }
    }.subscribe()
    for value in 0..<1000 { source.next(value) }
    #expect(lives.count == 0)
    subscription.dispose()
  }
}
