import Signals
import Testing

/// The programs of the articles and tests that the semantics come from, to the letter.
@Suite struct SeedTests {
  @Test func `createSignal sends one, two, completes and is disposed`() {
    let out = Transcript()
    _ = Signal<Int>.create { subscriber in
      subscriber.next(1)
      subscriber.next(2)
      subscriber.completed()
      return Disposable { out.print("dispose") }
    }.subscribe(next: { out.print($0) })
    #expect(out.lines == ["1", "2", "dispose"])
  }

  @Test func `bind makes squares`() {
    let out = Transcript()
    _ = Signal.from(1...4).bind { value, _ in .just(value * value) }.subscribe(next: { out.print($0) })
    #expect(out.lines == ["1", "4", "9", "16"])
  }

  @Test func `bind sends each square as often as its root says`() {
    let out = Transcript()
    _ = Signal.from(1...3).bind { value, _ in .from(Array(repeating: value * value, count: value)) }
      .subscribe(next: { out.print($0) })
    #expect(out.lines == ["1", "4", "4", "9", "9", "9"])
  }

  @Test func `what bind makes is disposed as it completes, the source last`() {
    let out = Transcript()
    let original = Signal<Int>.create { subscriber in
      subscriber.next(1)
      subscriber.next(2)
      subscriber.completed()
      return Disposable { out.print("Original Signal Dispose.") }
    }
    _ = original.bind { value, _ in
      .create { subscriber in
        for _ in 0..<value { subscriber.next(value) }
        subscriber.completed()
        return Disposable { out.print("Binding Signal Dispose.") }
      }
    }.subscribe(next: { out.print($0) })
    #expect(
      out.lines == [
        "1", "Binding Signal Dispose.", "2", "2", "Binding Signal Dispose.", "Original Signal Dispose.",
      ])
  }

  @Test func `create, subscribe, dispose: what is sent after the end is dropped`() {
    let out = Transcript()
    let signal = Signal<Int>.create { subscriber in
      subscriber.next(1)
      subscriber.completed()
      subscriber.next(2)
      subscriber.error(Broken())
      subscriber.completed()
      return Disposable { out.print("dispose") }
    }
    signal.print(to: out)
    #expect(out.lines == ["1", "|", "!", "dispose"])
  }

  @Test func `a subscription that is disposed before its disposable is known disposes it as soon as it is`() {
    let out = Transcript()
    let serial = SerialDisposable()
    let subject = PublishSubject<Int>()
    let signal = Signal<Int>.create { subscriber in
      let inner = subject.subscribe(next: { subscriber.next($0) })
      subject.next(1)
      out.print("started")
      return Disposable {
        inner.dispose()
        out.print("dispose")
      }
    }
    serial.inner = signal.take(1).print(to: out)
    #expect(out.lines == ["1", "|", "!", "started", "dispose"])
  }

  @Test func `disposal happens exactly once`() {
    let out = Transcript()
    let subscription = Signal<Int>.create { _ in Disposable { out.print("dispose") } }.print(to: out)
    subscription.dispose()
    subscription.dispose()
    #expect(out.lines == ["dispose", "!"])
  }
}
