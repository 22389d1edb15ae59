// healthy: begins again
// says: The server is down at first; it is asked again after ever longer waits, and answers in the end.
// allows: nothing

import Signals

private struct Down: Error {}

enum BackOffAndSucceed: LeakProgram {
  static func run() {
    let clock = QueueScheduler("retry")
    let tries = Shared(0)
    let answered = Flag()
    let ask = Signal<Int>.deferred {
      let number = tries.update {
        $0 += 1; return $0
      }
      return number < 6 ? .fail(Down()) : .just(number)
    }
    let answer = ask.retry(when: { errors in
      errors.enumerated().flatMap { attempt in
        Signal<Int>.timer(after: .milliseconds(4 << min(attempt.0, 4)), on: clock)
      }
    }).subscribe(next: { _ in answered.raise() })
    answered.wait()
    answer.dispose()
  }
}
