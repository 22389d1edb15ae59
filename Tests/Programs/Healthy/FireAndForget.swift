// healthy: the handle was let go, no owner holds it
// says: Requests whose answer nobody awaits end by themselves; the newest are still on their way when the process ends.
// allows: nothing

import Signals
import Synchronization

private final class Analytics: Sendable {
  private let network = QueueScheduler("network")
  let sent = Atomic<Int>(0)

  func report(_ event: String) {
    _ = Signal<Int>.timer(after: .milliseconds(12), on: network)
      .mapReplace(event)
      .subscribe(next: { _ in self.sent.add(1, ordering: .relaxed) })
  }
}

enum FireAndForget: LeakProgram {
  static func run() {
    let analytics = Analytics()
    for page in 0..<50 {
      analytics.report("page \(page)")
      pause(milliseconds: 4)
    }
    print("sent", analytics.sent.load(ordering: .relaxed))
  }
}
