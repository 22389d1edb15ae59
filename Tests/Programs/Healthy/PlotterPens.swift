// healthy: the last of a series of handles is disposed on a worker thread at the moment that run() returns
// says: The worker lifts each pen as its drawing is done, and the last pen too, just as the program goes.
// allows: nothing

import Dispatch
import Signals

private struct Point: Sendable {
  let x: Int
  let y: Int
}

/// The coordinates that the carriage is sent to, all the time.
private final class Carriage: Sendable {
  let points = PublishSubject<Point>()
  private let motor = QueueScheduler("motor")

  func move() -> Disposable {
    motor.schedule(after: .milliseconds(1), every: .milliseconds(1)) { [points] in
      let x = Int.random(in: 0..<300)
      points.next(Point(x: x, y: x * 7 % 210))
    }
  }
}

enum PlotterPens: LeakProgram {
  static func run() {
    let carriage = Carriage()
    let moving = carriage.move()
    let drawn = Shared(0)
    let worker = DispatchQueue(label: "pens")
    for drawing in 0..<9 {
      let pen = carriage.points.filter { ($0.x + drawing) % 3 != 0 }
        .scan((0, 0)) { from, point in (from.1, point.x) }
        .map { abs($0.1 - $0.0) }
        .subscribe(next: { length in drawn.update { $0 += length } })
      pause(milliseconds: 20)
      worker.async { pen.dispose() }
    }
    withExtendedLifetime(moving) {}
  }
}
