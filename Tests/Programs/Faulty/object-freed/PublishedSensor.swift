// fault: object-freed
// verdict: likely
// proof: run
// says: the connection is marked as the sensor's own, but nothing disposes it as the sensor goes: it is read for nobody (publish, connect)

import Signals

/// A sensor that is read once for all who look at it.
private final class PublishedReadings: Sendable {
  let readings: MulticastConnection<Int>
  private let bag = DisposeBag()

  init(_ clock: QueueScheduler) {
    readings = Signal<Int>.interval(.milliseconds(2), on: clock).publish()
    let connection = readings.connect()  // LEAK
    connection.owned(by: self)  // LEAK
    if mended { connection.disposed(by: bag) }
  }
}

enum PublishedSensor: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sensors")
    let beat = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })
    for number in 0..<3 {
      let sensor = PublishedReadings(clock)
      let dial = sensor.readings.signal.map { $0 + number }.subscribe(next: { _ in })
      let log = sensor.readings.signal.subscribe(next: { _ in })
      pause(milliseconds: 10)
      dial.dispose()
      log.dispose()
      withExtendedLifetime(sensor) {}
    }
    pause(milliseconds: 50)
    beat.dispose()
  }
}
