// fault: overwritten-handle
// verdict: likely
// proof: run
// says: each restart begins a new interval in the same variable; the old one ticks on

import Signals

/// An alarm that is restarted with every snooze.
enum AlarmRestart: LeakProgram {
  static func run() {
    let clock = QueueScheduler("alarm")
    let alarm = Alarm(clock)
    for _ in 0..<6 {
      alarm.restart()
      pause(milliseconds: 15)
    }
    alarm.stop()
    pause(milliseconds: 80)
  }
}

private final class Alarm {
  private let clock: QueueScheduler
  private var ticking: Subscription?

  init(_ clock: QueueScheduler) { self.clock = clock }

  func restart() {
    if mended { ticking?.dispose() }
    ticking = Signal<Int>.interval(.milliseconds(4), on: clock).subscribe(next: { _ in })  // LEAK
  }

  func stop() { ticking?.dispose() }
}
