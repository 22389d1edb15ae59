// healthy: the handle was let go, while siblings have ended
// says: One report takes seconds where the others take milliseconds; it ends by itself as they did, after the program has.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Reports: Sendable {
  let made = Atomic<Int>(0)
  private let workers = QueueScheduler("reports")

  func make(pages: Int) {
    _ = Signal<Int>.timer(after: .milliseconds(2 * pages), on: workers)
      .map { _ in pages }
      .subscribe(next: { _ in self.made.add(1, ordering: .relaxed) })
  }
}

enum SlowReport: LeakProgram {
  static func run() {
    let reports = Reports()
    for number in 0..<40 {
      reports.make(pages: number == 6 ? 4000 : 1 + number % 4)
      pause(milliseconds: 5)
    }
    print("made", reports.made.load(ordering: .relaxed))
    exit(0)
  }
}
