// healthy: a share with a replay below a retry, and failures
// says: The first two attempts fail, the third has the token; the share asks anew each time, and all is over then.
// allows: nothing

import Signals

private struct Unavailable: Error {}

/// A token that all parts of a short program wait for.
enum TokenThatArrives: LeakProgram {
  static func run() {
    let clock = QueueScheduler("network")
    let attempts = Shared(0)
    let fetch = Signal<Int>.create { subscriber in
      let attempt = attempts.update { count in
        count += 1
        return count
      }
      return clock.schedule(after: .milliseconds(5)) {
        guard attempt > 2 else { return subscriber.error(Unavailable()) }
        subscriber.next(attempt)
        subscriber.completed()
      }
    }
    let token = fetch.share(replay: 1).retry(8)
    for part in 0..<3 {
      _ = token.map { $0 + part }.subscribe(next: { _ in }, error: { _ in })
    }
    pause(milliseconds: 45)
  }
}
