// healthy: subscriptions held by tasks, of which some are cancelled
// says: Each task disposes as it leaves, whichever way; the last three are still asleep as the program ends.
// allows: nothing

import Dispatch
import Signals

enum TasksThatSleep: LeakProgram {
  static func run() {
    let clock = QueueScheduler("visitors")
    let left = DispatchGroup()
    for visitor in 0..<21 {
      let isLast = visitor >= 18
      if !isLast { left.enter() }
      let task = Task {
        let watching = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + visitor }
          .subscribe(next: { _ in })
        defer {
          watching.dispose()
          if !isLast { left.leave() }
        }
        try await Task.sleep(for: .milliseconds(isLast ? 60_000 : 8))
      }
      pause(milliseconds: 4)
      if visitor % 3 == 0, !isLast { task.cancel() }
      pause(milliseconds: 5)
    }
    left.wait()
  }
}
