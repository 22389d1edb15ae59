// healthy: many timers of one site, held by a plain array, never disposed
// says: The table is read at the start and its entries run for as long as the daemon does.
// allows: nothing

import Signals
import Synchronization

private struct Entry: Sendable {
  let name: String
  let period: Int
}

private final class Daemon: Sendable {
  let runs = Atomic<Int>(0)
  private let timers = Shared<[Disposable]>([])
  private let clock = QueueScheduler("cron")

  func load(_ entries: [Entry]) {
    for entry in entries {
      let timer = Signal<Int>.interval(.milliseconds(entry.period), on: clock)
        .filter { $0 % 3 != 2 }
        .concatMap { _ in Signal<Int>.timer(after: .milliseconds(2), on: self.clock) }
        .subscribe(next: { _ in self.runs.add(1, ordering: .relaxed) })
      timers.update { $0.append(timer) }
    }
  }
}

enum CronTable: LeakProgram {
  static func run() {
    let daemon = Daemon()
    daemon.load((1...16).map { Entry(name: "job\($0)", period: 15 + $0 * 7) })
    pause(milliseconds: 400)
    print("runs", daemon.runs.load(ordering: .relaxed) > 10)
    killed()
  }
}
