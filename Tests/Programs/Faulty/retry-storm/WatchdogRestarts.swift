// fault: retry-storm
// verdict: finding
// proof: run
// says: the device never answers within the time, and the timeout asks it again at once, for ever

import Signals

/// Reads a device, which is asked again if it does not answer in time.
enum WatchdogRestarts: LeakProgram {
  static func run() {
    let clock = QueueScheduler("watchdog")
    let device = Signal<Int>.never()
    let answer = device.timeout(.milliseconds(1), on: clock)
    let subscription: Subscription
    if mended {
      subscription = answer.retry(3).subscribe(next: { _ in }, error: { _ in })
    } else {
      subscription = answer.retry()  // LEAK
        .subscribe(next: { _ in }, error: { _ in })
    }
    pause(milliseconds: 400)
    subscription.dispose()
  }
}
