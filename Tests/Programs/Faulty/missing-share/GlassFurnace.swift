// fault: missing-share
// verdict: finding
// proof: run
// says: the temperature is measured once for the log, once for the stop and once for the peak: three conversions on the bus for each

import Signals

/// A sensor on a slow bus: whoever subscribes to it makes it convert.
private final class Thermocouple: Sendable {
  let conversions = Shared(0)
  private let bus = QueueScheduler("bus")

  func temperature() -> Signal<Int> {
    .create { [bus, conversions] subscriber in  // LEAK
      let step = Shared(0)
      return bus.schedule(after: .milliseconds(2), every: .milliseconds(2)) {
        conversions.update { $0 += 1 }
        let now = step.update { step in
          step += 1
          return step
        }
        subscriber.next(600 + 40 * now)
      }
    }
  }
}

private struct Furnace {
  let sensor: Thermocouple
  let log = Shared<[Int]>([])

  /// Heats up to `limit` and says how hot it became.
  func melt(upTo limit: Int) {
    let measured = sensor.temperature()
    let temperature = mended ? measured.share() : measured
    let peak = temperature.scan(0) { max($0, $1) }  // LEAK
    let isHot = Flag()
    _ = temperature.take(until: temperature.filter { $0 >= limit })  // LEAK
      .withLatestFrom(peak) { degrees, peak in max(degrees, peak) }
      .subscribe(
        next: { [log] degrees in log.update { $0.append(degrees) } }, completed: { isHot.raise() })
    isHot.wait()
  }
}

enum GlassFurnace: LeakProgram {
  static func run() {
    let sensor = Thermocouple()
    let furnace = Furnace(sensor: sensor)
    for limit in [1100, 1180, 1060, 1200, 1140] {
      furnace.melt(upTo: limit)
      pause(milliseconds: 10)
    }
    print("logged", furnace.log.value.count > 20, "converted", sensor.conversions.value > 20)
  }
}
