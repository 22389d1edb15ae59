// healthy: retry that begins again
// says: Four attempts fail and the fifth holds; the delays grow, as they should.
// allows: nothing

import Signals
import Synchronization

private struct Refused: Error {}

private final class Broker: Sendable {
  let attempts = Atomic<Int>(0)
  let topic = PublishSubject<Int>()

  func connect() -> Signal<Int> {
    Signal<Int>.deferred {
      let attempt = self.attempts.add(1, ordering: .relaxed).newValue
      return attempt < 5 ? Signal<Int>.fail(Refused()) : self.topic
    }
  }
}

private final class Client: Sendable {
  let values = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func run(_ broker: Broker) {
    broker.connect()
      .retry { [clock] errors in
        errors.enumerated().flatMap { number, _ in
          Signal<Int>.timer(after: .milliseconds(4 << number), on: clock)
        }
      }
      .subscribe(next: { _ in self.values.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ReconnectingClient: LeakProgram {
  static func run() {
    let broker = Broker()
    let client = Client()
    client.run(broker)
    for value in 0..<100 {
      broker.topic.next(value)
      pause(milliseconds: 3)
    }
    print("attempts", broker.attempts.load(ordering: .relaxed))
  }
}
