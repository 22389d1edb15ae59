import Signals
import Testing

@Suite struct CreateTests {
  @Test func `a synchronous source ends before its disposable is known, which is then disposed`() {
    let out = Transcript()
    let signal = Signal<Int>.create { subscriber in
      subscriber.next(1)
      subscriber.next(2)
      subscriber.completed()
      return Disposable { out.print("dispose") }
    }
    _ = signal.subscribe(next: { out.print($0) })
    #expect(out.lines == ["1", "2", "dispose"])
  }

  @Test func `disposing ends everything upstream, once`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    let subscription = subject.map { $0 * 2 }.filter { $0 > 2 }.subscribe(
      next: { out.print($0) }, disposed: { out.print("disposed") })
    subject.next(1)
    subject.next(2)
    subscription.dispose()
    subscription.dispose()
    subject.next(3)
    #expect(out.lines == ["4", "disposed"])
    #expect(subscription.isDisposed)
  }

  @Test func `a closure that throws fails the signal`() {
    struct Broken: Error {}
    let out = Transcript()
    let subject = PublishSubject<Int>()
    _ = subject.map { if $0 == 2 { throw Broken() } else { $0 } }.subscribe(
      next: { out.print($0) }, error: { out.print($0) }, disposed: { out.print("disposed") })
    subject.next(1)
    subject.next(2)
    subject.next(3)
    #expect(out.lines == ["1", "Broken()", "disposed"])
  }

  @Test func `a re-entrant send is delivered after the value that it interrupts`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    _ = subject.subscribe(next: { value in
      out.print("a\(value)")
      if value == 1 { subject.next(2) }
    })
    _ = subject.subscribe(next: { out.print("b\($0)") })
    subject.next(1)
    #expect(out.lines == ["a1", "b1", "a2", "b2"])
  }
}
