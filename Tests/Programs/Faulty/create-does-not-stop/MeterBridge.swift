// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the disposable that create returns does nothing; the interval inside goes on

import Signals

/// Readings of a meter, as a signal of its own.
enum MeterBridge: LeakProgram {
  static func run() {
    let clock = QueueScheduler("meter")
    let readings = Signal<Double>.create { subscriber in  // LEAK
      let ticking = Signal<Int>.interval(.milliseconds(3), on: clock)
        .subscribe(next: { subscriber.next(Double($0) * 0.5) })
      return Disposable { if mended { ticking.dispose() } }
    }
    let shown = readings.subscribe(next: { _ in })
    pause(milliseconds: 20)
    shown.dispose()
    pause(milliseconds: 120)
  }
}
