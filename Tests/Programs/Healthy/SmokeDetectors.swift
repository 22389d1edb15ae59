// healthy: subscriptions that begin at the start and are never disposed
// says: The detectors of a building are listened to as long as the program runs; their handles are kept for that.
// allows: nothing

import Signals

private struct Reading: Sendable {
  let room: Int
  let smoke: Int
}

/// Calls the fire brigade when it has to. It is one for the whole process.
private final class AlarmCentre: Sendable {
  static let shared = AlarmCentre()

  let readings = PublishRelay<Reading>()
  private let watches = Shared<[Int: Subscription]>([:])
  private let alarms = Shared<[Int]>([])

  func install(in rooms: Range<Int>) {
    for room in rooms {
      let watch = readings.filter { $0.room == room }
        .map { $0.smoke }
        .combinePrevious(0) { before, now in now > 60 && before > 60 }
        .filter { $0 }
        .subscribe(next: { [alarms] _ in alarms.update { $0.append(room) } })
      watches.update { $0[room] = watch }
    }
  }

  var rooms: [Int] { alarms.value }
}

enum SmokeDetectors: LeakProgram {
  static func run() {
    let centre = AlarmCentre.shared
    centre.install(in: 0..<12)
    for minute in 0..<60 {
      let cooks = minute > 40 && minute % 12 == 4
      centre.readings.accept(Reading(room: minute % 12, smoke: cooks ? 80 : minute % 10))
      if cooks { centre.readings.accept(Reading(room: 4, smoke: 75)) }
      if minute % 2 == 0 { pause(milliseconds: 4) }
    }
    print("alarm in", centre.rooms)
  }
}
