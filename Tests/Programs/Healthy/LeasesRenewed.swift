// healthy: handles overwritten in a dictionary, never disposed by anybody
// says: A lease that is renewed is ended by its stop before the next takes its name; the four in force end with the house.
// allows: nothing

import Signals

private struct Lease {
  let ended = PublishSubject<Void>()
  let watching: Subscription

  init(_ rent: Signal<Int>, _ flat: Int) {
    watching = rent.map { $0 + flat }.take(until: ended).subscribe(next: { _ in })
  }
}

/// Four flats, let again and again.
enum LeasesRenewed: LeakProgram {
  static func run() {
    let rent = PublishSubject<Int>()
    var leases: [Int: Lease] = [:]
    for year in 0..<28 {
      let flat = year % 4
      leases[flat]?.ended.next(())
      leases[flat] = Lease(rent, flat)
      for month in 0..<3 { rent.next(month) }
      pause(milliseconds: 3)
    }
    for lease in leases.values { lease.ended.next(()) }
    rent.next(0)
    pause(milliseconds: 15)
  }
}
