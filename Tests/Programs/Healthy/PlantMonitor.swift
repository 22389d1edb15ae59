// healthy: a stop that never fires; what it should stop is alive at the end, handles let go
// says: The plant is watched until somebody shuts it down, and nobody does.
// allows: nothing

import Signals

private struct Reading: Sendable {
  let boiler: Int
  let degrees: Int
}

private final class Plant: Sendable {
  let readings = PublishSubject<Reading>()
  let shutdown = PublishSubject<Void>()
  private let clock = QueueScheduler("plant")
  private let alarms = Shared(0)

  func watch() {
    let alarms = alarms
    for boiler in 0..<4 {
      _ = readings.filter { $0.boiler == boiler }.map(\.degrees).distinctUntilChanged()
        .take(until: shutdown)
        .subscribe(next: { degrees in if degrees > 90 { alarms.update { $0 += 1 } } })
    }
    _ = Signal<Int>.interval(.milliseconds(20), on: clock).take(until: shutdown).subscribe(next: { _ in })
    _ = readings.buffer(for: .milliseconds(30), on: clock).take(until: shutdown).subscribe(next: { _ in })
  }

  /// A visitor reads a gauge for a moment.
  func visit(_ boiler: Int) -> Subscription {
    readings.filter { $0.boiler == boiler }.take(until: shutdown).subscribe(next: { _ in })
  }

  var alarmCount: Int { alarms.value }
}

enum PlantMonitor: LeakProgram {
  static func run() {
    let plant = Plant()
    plant.watch()
    for minute in 0..<40 {
      let visitor = minute % 4 == 0 ? plant.visit(minute / 4 % 4) : nil
      for boiler in 0..<4 {
        plant.readings.next(Reading(boiler: boiler, degrees: 60 + (minute * 7 + boiler * 11) % 40))
        pause(milliseconds: 3)
      }
      visitor?.dispose()
    }
    print("alarms", plant.alarmCount)
    withExtendedLifetime(plant) {}
  }
}
