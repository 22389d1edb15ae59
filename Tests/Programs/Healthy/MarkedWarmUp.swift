// healthy: alive rises with the marks
// says: Each of the first four laps wires one more sensor; from then on nothing is added.
// allows: nothing

import Glibc
import SignalTracing
import Signals

enum MarkedWarmUp: LeakProgram {
  static func run() {
    let laps = PublishSubject<Int>()
    var sensors: [Subscription] = []
    for lap in 0..<20 {
      if sensors.count < 4 { sensors.append(laps.map { $0 + 1 }.subscribe(next: { _ in })) }
      let timing = laps.subscribe(next: { _ in })
      laps.next(lap)
      pause(milliseconds: 4)
      timing.dispose()
      Trace.mark("lap")
    }
    withExtendedLifetime(sensors) { exit(0) }
  }
}
