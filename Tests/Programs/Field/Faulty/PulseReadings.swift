// fault: inner-outlives-outer
// verdict: likely
// proof: run
// says: a measurement stops the set-up of the notifications above the flattening; the stream that this sent never ends
// source: dariuszseweryn/RxAndroidBle #231
// fix: the stream that the set-up sent completes as the notifications are torn down

import Signals

/// A sensor on a belt. It sends pulses while somebody has its notifications enabled.
private final class PulseSensor: Sendable {
  private let enabled = Shared(0)
  private let bytes = PublishRelay<[UInt8]>()

  /// Enables the notifications, and sends the stream of them. Disposal disables them.
  func setupNotification() -> Signal<Signal<[UInt8]>> {
    Signal<Signal<[UInt8]>>.create { [enabled, bytes] subscriber in
      let tornDown = PublishSubject<Void>()
      let values: Signal<[UInt8]> = mended ? bytes.take(until: tornDown) : bytes  // LEAK
      enabled.update { $0 += 1 }
      subscriber.next(values)
      return Disposable {
        enabled.update { $0 -= 1 }
        tornDown.next()
        tornDown.completed()
      }
    }
  }

  func beat(_ rate: UInt8) { if enabled.value > 0 { bytes.accept([0, rate]) } }
}

/// Reads the pulse for a while, and ends by itself.
private final class PulseMeasurement: Sendable {
  let rates = Shared<[UInt8]>([])
  let isDone = Shared(false)

  func start(_ sensor: PulseSensor) {
    let over = Signal<Int>.timer(after: .milliseconds(40), on: QueueScheduler("watch"))
    _ = sensor.setupNotification()
      .take(until: over)  // LEAK
      .flatMap { $0 }
      .compactMap { $0.last }
      .subscribe(
        next: { [rates] rate in rates.update { $0.append(rate) } },
        completed: { [isDone] in isDone.update { $0 = true } })
  }
}

enum PulseReadings: LeakProgram {
  static func run() {
    let sensor = PulseSensor()
    let clock = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("clock")).subscribe(next: { _ in })
    var measurements: [PulseMeasurement] = []
    for round in 0..<3 {
      let measurement = PulseMeasurement()
      measurement.start(sensor)
      measurements.append(measurement)
      for beat in 0..<8 {
        sensor.beat(UInt8(60 + round * 10 + beat))
        pause(milliseconds: 9)
      }
    }
    pause(milliseconds: 100)
    print("done", measurements.count { $0.isDone.value }, "rates", measurements.map(\.rates.value.count))
    clock.dispose()
    withExtendedLifetime((sensor, measurements)) {}
  }
}
