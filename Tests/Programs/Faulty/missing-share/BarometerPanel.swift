// fault: missing-share
// verdict: finding
// proof: run
// says: altitude, trend and storm warning of one panel each poll the chip for themselves, for the readings are cold

import Signals

/// A pressure sensor on a slow bus.
private final class Barometer: Sendable {
  let reads = Shared(0)
  private let clock = QueueScheduler("i2c")

  private func read(_ tick: Int) -> Double {
    reads.update { $0 += 1 }
    return 1013.25 - Double(tick) / 8
  }

  func pressure() -> Signal<Double> {
    let readings = Signal<Int>.interval(.milliseconds(5), on: clock).map { self.read($0) }  // LEAK
    return mended ? readings.share(replay: 1) : readings
  }
}

private struct Panel: Sendable {
  let altitude: Int
  let trend: Double
  let storm: Bool

  static func of(_ pressure: Signal<Double>) -> Signal<Panel> {
    let altitude = pressure.map { Int((1013.25 - $0) * 8.4) }
    let trend = pressure.scan(1013.25) { average, reading in average * 0.9 + reading * 0.1 }
    let storm = pressure.map { $0 < 1010 }.distinctUntilChanged()
    return combineLatest(altitude, trend, storm).map { Panel(altitude: $0, trend: $1, storm: $2) }
  }
}

enum BarometerPanel: LeakProgram {
  static func run() {
    let barometer = Barometer()
    let bag = DisposeBag()
    let highest = Shared(0)
    Panel.of(barometer.pressure())
      .subscribe(next: { panel in highest.update { $0 = max($0, panel.altitude) } })
      .disposed(by: bag)
    pause(milliseconds: 250)
    bag.dispose()
    print("read", barometer.reads.value > 10, "highest", highest.value > 0)
  }
}
