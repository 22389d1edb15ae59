// fault: stop-above-flatten
// verdict: suspect
// proof: run
// says: only ten cars are let in, but what each car begins never ends: the count stands above the flattening operator

import Signals

/// The first ten cars of the day, each followed on its way.
enum TollGate: LeakProgram {
  static func run() {
    let clock = QueueScheduler("toll")
    let cars = PublishSubject<Int>()
    let passed = Shared(0)
    let limited = mended ? cars : cars.take(10)  // LEAK
    let journeys = limited.flatMap { car in  // LEAK
      Signal<Int>.interval(.milliseconds(5), on: clock).map { $0 * car }
    }
    _ = (mended ? journeys.take(10) : journeys)
      .subscribe(next: { _ in passed.update { $0 += 1 } })
    for car in 0..<14 {
      cars.next(car)
      pause(milliseconds: 2)
    }
    pause(milliseconds: 80)
    print(passed.value)
  }
}
