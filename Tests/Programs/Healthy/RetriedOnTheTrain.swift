// healthy: failed and tried again, several times in a row, more than once
// says: In a tunnel requests fail; each is tried again after a pause that grows, and succeeds at last.
// allows: nothing

import Signals

private struct Offline: Error {}
private let radio = QueueScheduler("radio")

enum RetriedOnTheTrain: LeakProgram {
  static func run() {
    for request in 0..<4 {
      let tries = Shared(0)
      let done = Flag()
      _ = Signal<Int>.deferred {
        let number = tries.update {
          $0 += 1
          return $0
        }
        return number < 5 ? .fail(Offline()) : .just(request)
      }
      .retry(when: { failures in
        failures.enumerated().flatMap { failure in
          Signal<Int>.timer(after: .milliseconds(2 << failure.index), on: radio)
        }
      })
      .subscribe(next: { _ in }, completed: { done.raise() })
      done.wait()
    }
  }
}
