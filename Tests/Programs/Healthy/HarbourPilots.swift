// healthy: combineLatest with a side that is silent for long, and a subject that is never completed
// says: Ships are known hours before the tide table is there; as it comes all of them get their time, and then each leaves.
// allows: nothing

import Signals

private final class Ship: Sendable {
  let name: String
  let draught: BehaviorSubject<Int>
  init(_ name: String, draught: Int) {
    self.name = name
    self.draught = BehaviorSubject(draught)
  }
}

private final class Harbour {
  let tide = PublishRelay<Int>()
  private let enters = Shared<[String: Int]>([:])
  private var waiting: [String: Subscription] = [:]

  func announce(_ ship: Ship) {
    let name = ship.name
    waiting[name] = ship.draught.combineLatest(with: tide)
      .map { draught, water in max(0, draught - water) }
      .subscribe(next: { [enters] hour in enters.update { $0[name] = hour } })
  }

  func moor(_ ship: Ship) {
    waiting.removeValue(forKey: ship.name)?.dispose()
  }

  var times: Int { enters.value.count }
}

enum HarbourPilots: LeakProgram {
  static func run() {
    let harbour = Harbour()
    let ships = (0..<14).map { Ship("ship \($0)", draught: 6 + $0 % 5) }
    for ship in ships {
      harbour.announce(ship)
      ship.draught.next(8)
      pause(milliseconds: 6)
    }
    harbour.tide.accept(4)
    print("times", harbour.times)
    for (number, ship) in ships.enumerated() {
      harbour.tide.accept(4 + number % 3)
      harbour.moor(ship)
      pause(milliseconds: 4)
    }
    withExtendedLifetime(harbour) {}
  }
}
