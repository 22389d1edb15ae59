// fault: connection
// verdict: suspect
// proof: run
// says: each opened chart connects to the feed anew, and nobody keeps the connection to dispose it

import Signals

/// Charts that show what was sent before they were opened, too.
enum ReplayedHistory: LeakProgram {
  static func run() {
    let clock = QueueScheduler("feed")
    for _ in 0..<8 {
      let feed = Signal<Int>.interval(.milliseconds(4), on: clock)
        .multicast(ReplaySubject<Int>(capacity: 10))  // LEAK
      let connection = feed.connect()  // LEAK
      let chart = feed.signal.subscribe(next: { _ in })
      pause(milliseconds: 10)
      chart.dispose()
      if mended { connection.dispose() }
    }
    pause(milliseconds: 60)
  }
}
