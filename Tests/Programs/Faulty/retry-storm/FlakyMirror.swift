// fault: retry-storm
// verdict: finding
// proof: run
// says: a failure is turned into a result, and `repeat` asks the same mirror for the next one at once

import Signals

private struct NotFound: Error {}

/// Fetches a file from a mirror until it is found.
enum FlakyMirror: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mirrors")
    let tries = Shared(0)
    let mirror = Signal<Int>.create { subscriber in
      let number = tries.update { count in
        count += 1
        return count
      }
      return clock.schedule(after: .microseconds(100)) {
        if number % 700 == 0 { subscriber.next(number) } else { subscriber.error(NotFound()) }
      }
    }
    let result = mirror.materializeResults().take(1)
    let results = mended ? result : result.repeat()  // LEAK
    let fetching = results.subscribe(next: { _ in })
    pause(milliseconds: 200)
    fetching.dispose()
    print("tried \(tries.value > 0)")
  }
}
