// healthy: handles kept in a dictionary, some never taken out
// says: A flight leaves the dictionary as it departs; those that still board when the program is told to go are in it.
// allows: nothing

import Glibc
import Signals

private struct Passenger: Sendable {
  let flight: Int
  let seat: Int
}

private final class Gates: Sendable {
  let boardings = PublishSubject<Passenger>()
  private let open = Shared<[Int: Subscription]>([:])
  private let boarded = Shared(0)

  func begin(_ flight: Int) {
    let counting = boardings.filter { $0.flight == flight }
      .subscribe(next: { [boarded] _ in boarded.update { $0 += 1 } })
    open.update { $0[flight] = counting }
  }

  func depart(_ flight: Int) { open.update { $0.removeValue(forKey: flight) }?.dispose() }
}

enum AirportGates: LeakProgram {
  static func run() {
    let gates = Gates()
    for flight in 0..<40 {
      gates.begin(flight)
      for seat in 0..<3 { gates.boardings.next(Passenger(flight: flight - seat, seat: seat)) }
      pause(milliseconds: 4)
      if flight >= 3 { gates.depart(flight - 3) }
    }
    withExtendedLifetime(gates) { exit(0) }
  }
}
