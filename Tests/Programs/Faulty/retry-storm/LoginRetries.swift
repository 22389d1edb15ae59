// fault: retry-storm
// verdict: finding
// proof: run
// says: each attempt times out after five milliseconds and is retried at once, for ever

import Signals

/// Logs in to a server that does not answer.
enum LoginRetries: LeakProgram {
  static func run() {
    let clock = QueueScheduler("login")
    let attempt = Signal<Int>.never().timeout(.milliseconds(2), on: clock)
    let session: Signal<Int>
    if mended {
      session = attempt.retry(upTo: 3, interval: .milliseconds(20), on: clock)
    } else {
      session = attempt.retry()  // LEAK
    }
    let login = session.subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 200)
    login.dispose()
  }
}
