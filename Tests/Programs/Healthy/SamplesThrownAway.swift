// healthy: values dropped by throttle and take, as they should be
// allows: nothing

import Signals

/// A fast sensor whose reader wants five values and goes.
enum SamplesThrownAway: LeakProgram {
  static func run() {
    let sensor = PublishSubject<Int>()
    for _ in 0..<20 {
      let reader = sensor.filter { $0 % 2 == 0 }.take(5).subscribe(next: { _ in })
      for value in 0..<40 { sensor.next(value) }
      reader.dispose()
      pause(milliseconds: 1)
    }
    for value in 0..<500 { sensor.next(value) }
    pause(milliseconds: 20)
  }
}
