// healthy: timers that run until the end
// says: Six gauges measure for as long as the cockpit is shown, and that is to the end.
// allows: nothing

import Glibc
import Signals

enum SixGauges: LeakProgram {
  static func run() {
    let clock = QueueScheduler("gauges")
    let cockpit = DisposeBag()
    let gauges = (0..<6).map { gauge in Signal<Int>.interval(.milliseconds(6), on: clock).map { $0 * gauge } }
    Signal<Int>.merge(gauges).subscribe(next: { _ in }).disposed(by: cockpit)
    pause(milliseconds: 180)
    withExtendedLifetime(cockpit) { exit(0) }
  }
}
