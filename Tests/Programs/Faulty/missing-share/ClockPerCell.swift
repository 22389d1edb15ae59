// fault: missing-share
// verdict: finding
// proof: run
// says: thirty cells have a timer each, for the same beat

import Signals

/// A table whose cells all show the seconds.
enum ClockPerCell: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    let timer = Signal<Int>.interval(.milliseconds(5), on: clock)  // LEAK
    let seconds = mended ? timer.share() : timer
    let cells = CompositeDisposable()
    for cell in 0..<30 {
      cells.add(seconds.map { $0 + cell }.subscribe(next: { _ in }))  // LEAK
    }
    pause(milliseconds: 100)
    cells.dispose()
  }
}
