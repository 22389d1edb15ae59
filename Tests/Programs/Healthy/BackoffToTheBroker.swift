// healthy: a source fails and is subscribed to again, many times, and the last attempt never ends
// says: The broker is down at first; the client waits longer each time, gets through, and stays connected.
// allows: nothing

import Signals

private struct Refused: Error {}

/// A message broker that is up from the seventh attempt on.
private final class Broker: Sendable {
  let messages = PublishSubject<String>()
  let attempts = Shared(0)

  func connect() -> Signal<String> {
    .deferred { [attempts, messages] in
      let attempt = attempts.update { attempts -> Int in
        attempts += 1
        return attempts
      }
      return attempt < 7 ? .fail(Refused()) : messages
    }
  }
}

enum BackoffToTheBroker: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let broker = Broker()
    let heard = Shared(0)
    let listening = broker.connect()
      .retry { (errors: Signal<any Error>) -> Signal<Int> in
        errors.enumerated().flatMap { attempt, _ in
          Signal<Int>.timer(after: .seconds(1 << attempt), on: clock)
        }
      }
      .subscribe(next: { _ in heard.update { $0 += 1 } })
    for second in 0..<130 {
      clock.advance(by: .seconds(1))
      broker.messages.next("job \(second)")
      if second % 2 == 0 { pause(milliseconds: 2) }
    }
    print("attempts", broker.attempts.value, "heard", heard.value > 50)
    listening.dispose()
  }
}
