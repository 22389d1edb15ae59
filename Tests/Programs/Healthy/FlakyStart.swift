// healthy: begins again after errors
// says: The server refuses four times, is asked after a pause each time, and then answers for good.
// allows: nothing

import Glibc
import Signals

enum FlakyStart: LeakProgram {
  struct Refused: Error {}

  static func run() {
    let clock = QueueScheduler("net")
    let tries = Shared(0)
    let answers = PublishSubject<Int>()
    let connection = Signal<Int>.deferred {
      let number = tries.update {
        $0 += 1; return $0
      }
      return number < 5 ? Signal<Int>.fail(Refused()) : answers
    }
    let client =
      connection
      .retry(when: { $0.flatMap { _ in Signal<Int>.timer(after: .milliseconds(5), on: clock) } })
      .subscribe(next: { _ in })
    pause(milliseconds: 60)
    for answer in 0..<40 {
      answers.next(answer)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(client) { exit(0) }
  }
}
