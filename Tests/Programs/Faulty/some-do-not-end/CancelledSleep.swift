// fault: some-do-not-end
// verdict: likely
// proof: run
// says: the task disposes its subscription after it has slept; a task that is cancelled throws before it comes to that

import Dispatch
import Signals

/// Each visitor is watched for a while by a task, unless the visitor leaves first.
enum CancelledSleep: LeakProgram {
  static func run() {
    let clock = QueueScheduler("visitors")
    let seen = Shared(0)
    let all = DispatchGroup()
    for visitor in 0..<20 {
      all.enter()
      let task = Task {
        defer { all.leave() }
        let watching = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + visitor }
          .subscribe(next: { _ in seen.update { $0 += 1 } })  // LEAK
        if mended {
          defer { watching.dispose() }
          try await Task.sleep(for: .milliseconds(8))
        } else {
          try await Task.sleep(for: .milliseconds(8))  // LEAK
          watching.dispose()
        }
      }
      pause(milliseconds: 4)
      if visitor % 3 == 0 { task.cancel() }
      pause(milliseconds: 6)
    }
    all.wait()
    pause(milliseconds: 60)
    print("seen", seen.value)
  }
}
