// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop is on the one sensor of the two; the other is merged in after it and goes on

import Signals

/// Reads two sensors until the experiment is over.
enum MergedSensors: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sensors")
    for _ in 0..<5 {
      let over = PublishSubject<Void>()
      let warm = Signal<Int>.interval(.milliseconds(4), on: clock)
      let wet = Signal<Int>.interval(.milliseconds(5), on: clock)
      let both =
        mended
        ? warm.merge(wet).take(until: over)
        : warm.take(until: over).merge(wet)  // LEAK
      _ = both.subscribe(next: { _ in })
      pause(milliseconds: 15)
      over.next(())
    }
    pause(milliseconds: 80)
  }
}
