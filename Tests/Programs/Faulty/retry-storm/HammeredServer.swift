// fault: retry-storm
// verdict: finding
// proof: run
// says: a connection that is refused at once is tried again at once, more than a thousand times

import Signals

private struct Refused: Error {}

/// Connects to a server that is down for a while.
enum HammeredServer: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let attempts = Shared(0)
    let server = Signal<Int>.create { subscriber in
      let attempt = attempts.update { count in
        count += 1
        return count
      }
      return clock.schedule {
        if attempt < 1500 { subscriber.error(Refused()) } else { subscriber.next(attempt) }
      }
    }
    let patient: Signal<Int>
    if mended {
      patient = server.retry { errors in errors.delay(for: .milliseconds(20), on: clock) }
    } else {
      patient =
        server
        .retry()  // LEAK
    }
    let connection = patient.subscribe(next: { _ in })
    pause(milliseconds: 200)
    connection.dispose()
    print("tried \(attempts.value > 1)")
  }
}
