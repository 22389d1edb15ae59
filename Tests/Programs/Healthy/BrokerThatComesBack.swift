// healthy: retries with a growing delay
// says: The broker is away for a while; each attempt waits twice as long as the one before, and the fifth succeeds.
// allows: nothing

import Signals

enum BrokerThatComesBack: LeakProgram {
  struct Unreachable: Error {}

  static func run() {
    let clock = QueueScheduler("net")
    let attempts = Shared(0)
    let isConnected = Flag()
    let connection = Signal<Int>.deferred {
      let number = attempts.update { count -> Int in
        count += 1
        return count
      }
      return number < 5 ? .fail(Unreachable()) : .just(number)
    }
    let subscription =
      connection.retry(when: { failures in
        failures.scan(1) { delay, _ in delay * 2 }
          .flatMap { delay in Signal<Int>.timer(after: .milliseconds(delay), on: clock) }
      })
      .subscribe(next: { _ in isConnected.raise() })
    isConnected.wait()
    subscription.dispose()
  }
}
