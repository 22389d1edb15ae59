// healthy: grows, and nothing of it ends
// says: Docks are listened to from the first bicycle on; the station has eight, and they are used again all day.
// allows: nothing

import Glibc
import Signals

private struct Return: Sendable {
  let dock: Int
  let bicycle: Int
}

/// A station of rented bicycles.
private final class Station {
  let returns = PublishSubject<Return>()
  private var docks: [Subscription] = []
  private var taken = 0
  private let parked = Shared(0)

  func bring(_ bicycle: Int) {
    taken += 1
    if taken > docks.count {
      let number = docks.count
      docks.append(
        returns.filter { $0.dock == number }.subscribe(next: { [parked] _ in parked.update { $0 += 1 } }))
    }
    returns.next(Return(dock: taken - 1, bicycle: bicycle))
  }

  func ride() { taken -= 1 }
}

enum BicycleShare: LeakProgram {
  static func run() {
    let station = Station()
    var bicycle = 0
    for arriving in [2, 3, 1, 5, 4, 8, 6, 8, 2, 7, 8, 3, 5, 8, 1, 6] {
      for _ in 0..<arriving {
        station.bring(bicycle)
        bicycle += 1
      }
      pause(milliseconds: 8)
      for _ in 0..<arriving { station.ride() }
    }
    withExtendedLifetime(station) { exit(0) }
  }
}
