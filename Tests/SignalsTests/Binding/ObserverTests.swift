import Signals
import Testing

@Suite struct ObserverTests {
  /// An observer of a program's own.
  private struct Printer: Observer {
    let out: Transcript
    func next(_ value: Int) { out.print("\(value)") }
    func error(_ error: any Error) { out.print("#\(error)") }
    func completed() { out.print("|") }
  }
  private let out = Transcript()

  @Test func `an observer is told of every event`() {
    _ = Signal.of(1, 2).subscribe(Printer(out: out))
    #expect(out.take() == ["1", "2", "|"])
    _ = Signal<Int>.fail(Broken()).subscribe(Printer(out: out))
    #expect(out.take() == ["#broken"])
    let subject = PublishSubject<Int>()
    let subscription = subject.bind(to: Printer(out: out))
    subject.next(3)
    subscription.dispose()
    subject.next(4)
    #expect(out.lines == ["3"])
  }

  @Test func `events are sent to subjects and subscribers as to any observer`() {
    let subject = PublishSubject<Int>()
    subject.print(to: out)
    Self.replay([.next(1), .error(Broken()), .next(2)], to: subject)
    #expect(out.take() == ["1", "#broken", "!"])
    let signal = Signal<Int>.create { subscriber in
      Self.replay([.next(1), .completed, .next(2)], to: subscriber)
      return nil
    }
    #expect(signal.transcript == ["1", "|", "!"])
  }

  @Test func `an end of a channel is an observer`() {
    let channel = Channel<Int>()
    channel.following.print(to: out)
    Self.replay([.next(1), .next(2), .completed], to: channel.leading)
    #expect(out.lines == ["1", "2", "|", "!"])
  }

  private static func replay(_ events: [Event<Int>], to observer: some Observer<Int>) {
    for event in events { observer.send(event) }
  }
}
