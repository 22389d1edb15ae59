// fault: retry-storm
// verdict: finding
// proof: run
// says: the waiting between two attempts is zero, since nobody multiplied it; the broker is asked without a pause

import Signals

/// Connects to a broker with a delay that is to double.
enum BrokerDown: LeakProgram {
  struct Unreachable: Error {}

  static func run() {
    let clock = QueueScheduler("net")
    let attempts = Shared(0)
    let connection = Signal<Int>.deferred {
      let number = attempts.update { count -> Int in
        count += 1
        return count
      }
      return number < (mended ? 5 : 400) ? .fail(Unreachable()) : .just(number)
    }
    let connected = connection.retry(when: { failures in  // LEAK
      failures.flatMap { _ in
        Signal<Int>.timer(after: mended ? .milliseconds(10) : .zero, on: clock)
      }
    })
    _ = connected.subscribe(next: { _ in })
    pause(milliseconds: 100)
  }
}
