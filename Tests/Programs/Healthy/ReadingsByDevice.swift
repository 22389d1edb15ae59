// healthy: groups and their buffers which no one ends, alive as the program exits
// says: There are six devices, so there are six groups, whose readings are stored for as long as the gateway runs.
// allows: nothing

import Glibc
import Signals

private struct Reading: Sendable {
  let device: String
  let value: Double
}

/// Stores readings in batches, those of a device together.
private final class Storage: Sendable {
  let batches = Shared<[String: Int]>([:])
  private let life = DisposeBag()

  func start(_ readings: Signal<Reading>, by clock: VirtualTimeScheduler) {
    readings
      .groupBy { $0.device }
      .flatMap { device in device.buffer(for: .seconds(30), count: 8, on: clock) }
      .subscribe(next: { [batches] batch in
        batches.update { $0[batch[0].device, default: 0] += 1 }
      })
      .disposed(by: life)
  }
}

enum ReadingsByDevice: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let readings = PublishSubject<Reading>()
    let storage = Storage()
    storage.start(readings, by: clock)
    for second in 0..<120 {
      readings.next(Reading(device: "d\(second * second % 11)", value: Double(second)))
      clock.advance(by: .seconds(1))
      pause(milliseconds: 2)
    }
    print("devices", storage.batches.value.count, "batches", storage.batches.value.values.reduce(0, +))
    exit(0)
  }
}
