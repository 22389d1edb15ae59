// healthy: a stop ends the boarding, and what has boarded is carried over: each crossing ends by itself
// allows: nothing

import Signals

/// Cars that board until the ramp goes up, and are carried over.
enum FerryCrossings: LeakProgram {
  static func run() {
    let clock = QueueScheduler("ferry")
    let cars = PublishSubject<Int>()
    for _ in 0..<3 {
      let rampUp = PublishSubject<Void>()
      let landed = Shared(0)
      _ = cars.take(until: rampUp)
        .flatMap { car in Signal<Int>.timer(after: .milliseconds(12), on: clock).map { $0 + car } }
        .subscribe(next: { _ in landed.update { $0 += 1 } }, completed: { print("landed", landed.value) })
      for car in 0..<5 { cars.next(car) }
      rampUp.next(())
      pause(milliseconds: 25)
    }
  }
}
