// healthy: both subscriptions of the program are alive at its end, and it was a short one
// says: Two gauges are shown as long as the panel is switched on, which it is when the program leaves.
// allows: nothing

import Glibc
import Signals

/// A panel with two gauges.
private final class GaugePanel: Sendable {
  private let bag = DisposeBag()

  init(_ pressure: Signal<Int>, _ heat: Signal<Int>) {
    pressure.subscribe(next: { _ in }).disposed(by: bag)
    pressure.combineLatest(with: heat).subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum TwoGauges: LeakProgram {
  static func run() {
    let pressure = PublishSubject<Int>()
    let heat = PublishSubject<Int>()
    let panel = GaugePanel(pressure, heat)
    for value in 0..<15 {
      pressure.next(value)
      heat.next(value * 2)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(panel) { exit(0) }
  }
}
