// fault: growth
// verdict: suspect
// proof: run
// says: each car that passes is followed, and no car is ever left

import Signals

/// Follows the cars that pass; "they leave by themselves".
enum SpeedCamera: LeakProgram {
  static func run() {
    let road = PublishSubject<Int>()
    let traffic = QueueScheduler("traffic")
    let cars = Shared(0)
    let passing = traffic.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
      let car = cars.update { count in
        count += 1
        return count
      }
      let seen = road.filter { $0 % 50 == car % 50 }
      _ = (mended ? seen.take(1) : seen).subscribe(next: { _ in })  // LEAK
      road.next(car)
    }
    pause(milliseconds: 250)
    passing.dispose()
  }
}
