// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: `create` starts a timer and returns nothing that would stop it: it feeds who has long left

import Signals

/// Sensors on a board, each read by a timer while it is looked at.
enum SensorBoard: LeakProgram {
  static func run() {
    let clock = QueueScheduler("board")
    let sensor = Signal<Int>.create { subscriber in  // LEAK
      let reads = Shared(0)
      let timer = clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) {
        subscriber.next(
          reads.update { reads in
            reads += 1
            return reads
          })
      }
      return mended ? timer : nil
    }
    for _ in 0..<3 {
      let look = sensor.subscribe(next: { _ in })
      pause(milliseconds: 12)
      look.dispose()
    }
    pause(milliseconds: 120)
  }
}
