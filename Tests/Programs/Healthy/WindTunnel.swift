// healthy: a run is retried three times with a pause, fails, and the next run begins: each is over
// allows: nothing

import Signals

private struct Stalled: Error {}

/// Runs of a wind tunnel that fail twice before they succeed.
enum WindTunnel: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tunnel")
    for _ in 0..<6 {
      let attempts = Shared(0)
      let done = Shared(false)
      let run = Signal<Int>.create { subscriber in
        let attempt = attempts.update {
          $0 += 1; return $0
        }
        return Signal<Int>.timer(after: .milliseconds(2), on: clock).subscribe(
          next: { value in
            if attempt < 3 { subscriber.error(Stalled()) } else { subscriber.next(value) }
          },
          completed: { subscriber.completed() })
      }
      _ = run.retry(3).subscribe(next: { _ in }, completed: { done.update { $0 = true } })
      while !done.value { pause(milliseconds: 1) }
    }
    pause(milliseconds: 20)
  }
}
