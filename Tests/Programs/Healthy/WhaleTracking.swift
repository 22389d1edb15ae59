// healthy: intervals and subscriptions run on as the program is killed
// says: The boat follows whales until they dive, and each dive ends the following; three are on the surface when the power goes.
// allows: nothing

import Signals

private final class Whale: Sendable {
  let name: String
  let dives = PublishSubject<Void>()
  init(_ name: String) { self.name = name }
}

private final class Boat: Sendable {
  private let sonar = QueueScheduler("sonar")
  private let track = Shared<[String: [Int]]>([:])

  func follow(_ whale: Whale) {
    let name = whale.name
    _ = Signal<Int>.interval(.milliseconds(3), on: sonar)
      .map { $0 * 15 }
      .take(until: whale.dives)
      .subscribe(next: { [track] metres in track.update { $0[name, default: []].append(metres) } })
  }

  var whales: Int { track.value.count }
}

enum WhaleTracking: LeakProgram {
  static func run() {
    let boat = Boat()
    var onSurface: [Whale] = []
    for number in 0..<18 {
      let whale = Whale("whale \(number)")
      boat.follow(whale)
      onSurface.append(whale)
      pause(milliseconds: 8)
      if onSurface.count > 3 { onSurface.removeFirst().dives.next(()) }
    }
    print("followed", boat.whales > 10)
    withExtendedLifetime(onSurface) { killed(holding: boat) }
  }
}
