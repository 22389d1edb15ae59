// healthy: a retry that goes on for long, slowly, and succeeds
// allows: nothing

import Signals

private struct NotYet: Error {}

/// Waits for a database that is long in coming.
enum RetriesWithPatience: LeakProgram {
  static func run() {
    let clock = QueueScheduler("database")
    let tries = Shared(0)
    let opened = Flag()
    let open = Signal<Int>.deferred {
      let number = tries.update {
        $0 += 1; return $0
      }
      return number < 9 ? .fail(NotYet()) : .just(number)
    }
    let wait = open.retry(when: { errors in
      errors.flatMap { _ in Signal<Int>.timer(after: .milliseconds(6), on: clock) }
    })
    .subscribe(next: { _ in opened.raise() })
    opened.wait()
    pause(milliseconds: 20)
    wait.dispose()
  }
}
