// healthy: many at once, which end by themselves long before the end
// allows: nothing

import Signals

/// A start at which two hundred clients ask for the same page.
enum RushThenQuiet: LeakProgram {
  static func run() {
    let clock = QueueScheduler("rush")
    let page = Signal<Int>.timer(after: .milliseconds(5), on: clock).share(replay: 1)
    for client in 0..<200 { _ = page.map { $0 + client }.take(1).subscribe(next: { _ in }) }
    pause(milliseconds: 120)
  }
}
