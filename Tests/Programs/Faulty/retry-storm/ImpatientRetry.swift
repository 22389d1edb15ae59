// fault: retry-storm
// verdict: finding
// proof: run
// says: the notifier answers each error with its own value at once, so there is no pause between attempts

import Signals

private struct TooEarly: Error {}

/// Asks for a token until it is ready; "with a notifier, so that there may be a pause one day".
enum ImpatientRetry: LeakProgram {
  static func run() {
    let clock = QueueScheduler("token")
    let asked = Shared(0)
    let token = Signal<String>.deferred {
      asked.update { $0 += 1 }
      return Signal<Int>.timer(after: .microseconds(20), on: clock).flatMap { _ in
        asked.value < 800 ? Signal<String>.fail(TooEarly()) : .just("token")
      }
    }
    let asking =
      token
      .retry { errors in  // LEAK
        mended
          ? errors.flatMap { _ in Signal<Int>.timer(after: .milliseconds(25), on: clock) }
          : errors.map { _ in 1 }
      }
      .subscribe(next: { print($0) })
    pause(milliseconds: 250)
    asking.dispose()
  }
}
