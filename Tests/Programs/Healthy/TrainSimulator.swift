// healthy: the handles are let go, and the subject that they all hang on is completed as the very last act
// says: The ride is over as the program is: its end lets the totals be printed, and ends whatever follows the train.
// allows: nothing

import Dispatch
import Signals

private struct Position: Sendable {
  let kilometre: Int
  let speed: Int
}

/// A simulated train; another thread drives it, and goes on past the end.
enum TrainSimulator: LeakProgram {
  static func run() {
    let positions = PublishSubject<Position>()
    let track = QueueScheduler("track")
    DispatchQueue.global().async {
      for step in 0... {
        positions.next(Position(kilometre: step / 10, speed: 80 + step * 11 % 50))
        pause(milliseconds: 1)
      }
    }
    _ = positions.map(\.speed)
      .reduce(0) { max($0, $1) }
      .subscribe(next: { print("fast enough", $0 >= 80) })
    _ = positions.map(\.kilometre)
      .distinctUntilChanged()
      .count()
      .subscribe(next: { print("moved", $0 > 0) })
    _ = positions.sample(on: Signal<Int>.interval(.milliseconds(4), on: track))
      .subscribe(next: { _ in })
    _ = positions.buffer(for: .milliseconds(9), on: track).subscribe(next: { _ in })
    pause(milliseconds: 160)
    positions.completed()
  }
}
