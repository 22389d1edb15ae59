// healthy: groups that end with what they are of, three of which are open at exit
// says: A ship is followed from its first message until it puts to sea; three are still in the harbour when the program is stopped.
// allows: nothing

import Glibc
import Signals

private enum Radio: Sendable {
  case position(ship: Int, metres: Int)
  case leaves(ship: Int)

  var ship: Int {
    switch self {
    case .position(let ship, _), .leaves(let ship): ship
    }
  }

  var isFarewell: Bool { if case .leaves = self { true } else { false } }
}

/// The harbour master's desk.
private final class HarbourMaster: Sendable {
  let radio = PublishSubject<Radio>()
  private let berths = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()

  init() {
    radio.groupBy { $0.ship }
      .flatMap { ship in ship.take(inclusive: true, while: { !$0.isFarewell }) }
      .subscribe(next: { [berths] message in
        switch message {
        case .position(let ship, let metres): berths.update { $0[ship] = metres }
        case .leaves(let ship): berths.update { $0[ship] = nil }
        }
      })
      .disposed(by: bag)
  }

  var inHarbour: Int { berths.value.count }
}

enum HarbourBerths: LeakProgram {
  static func run() {
    let master = HarbourMaster()
    for ship in 0..<24 {
      for metres in [900, 400, 50] {
        master.radio.next(.position(ship: ship, metres: metres))
        pause(milliseconds: 2)
      }
      if ship >= 3 { master.radio.next(.leaves(ship: ship - 3)) }
    }
    print("in the harbour", master.inHarbour)
    withExtendedLifetime(master) { exit(0) }
  }
}
