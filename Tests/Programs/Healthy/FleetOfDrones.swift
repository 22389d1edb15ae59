// healthy: started again and again, none has ended, killed by SIGTERM
// says: Drones take off one after the other and are all in the air, each held by its own handle in a list, when the operator stops the program.
// allows: suspect

import Glibc
import Signals

private let wind = PublishSubject<Int>()
private nonisolated(unsafe) var fleet: [Disposable] = []

enum FleetOfDrones: LeakProgram {
  static func run() {
    for drone in 0..<30 {
      fleet.append(wind.map { $0 + drone }.subscribe(next: { _ in }))
      wind.next(drone)
      pause(milliseconds: 3)
    }
    for gust in 0..<20 {
      wind.next(gust)
      pause(milliseconds: 2)
    }
    kill(getpid(), SIGTERM)
    pause(milliseconds: 1_000)
  }
}
