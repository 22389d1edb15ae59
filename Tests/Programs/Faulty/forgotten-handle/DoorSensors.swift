// fault: forgotten-handle
// verdict: likely
// proof: run
// says: a door that is reported twice takes the early way out, and the handle of its first sensor is in no list

import Signals

/// Watches the doors of a building and stops in the morning.
enum DoorSensors: LeakProgram {
  static func run() {
    let bus = PublishSubject<Int>()
    var watched: [Int: Subscription] = [:]
    for door in [1, 2, 3, 2, 4, 5] {
      let sensor = watch(door, on: bus)
      bus.next(door)
      if watched[door] != nil {
        if mended { sensor.dispose() }
        continue
      }
      watched[door] = sensor
    }
    for sensor in watched.values { sensor.dispose() }
    for door in 0..<12 { bus.next(door % 6) }
    pause(milliseconds: 30)
  }

  private static func watch(_ door: Int, on bus: Signal<Int>) -> Subscription {
    bus.filter { $0 == door }.subscribe(next: { _ in })  // LEAK
  }
}
