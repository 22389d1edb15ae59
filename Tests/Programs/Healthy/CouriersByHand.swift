// healthy: handles that are held weakly and so are gone at once
// says: Each tour ends by itself with its last stop; the weak handle is only for those that are called back early.
// allows: nothing

import Signals

private final class Courier {
  private weak var tour: Subscription?

  func ride(_ stops: Signal<Int>, last: Int) {
    tour = stops.take(while: { $0 < last }).subscribe(next: { _ in })
  }

  func callBack() { tour?.dispose() }
}

enum CouriersByHand: LeakProgram {
  static func run() {
    let stops = PublishSubject<Int>()
    var couriers: [Courier] = []
    for tour in 0..<20 {
      let courier = Courier()
      courier.ride(stops, last: 4 + tour % 2)
      couriers.append(courier)
      for stop in 0..<6 { stops.next(stop) }
      pause(milliseconds: 3)
      if tour % 5 == 0 { courier.callBack() }
    }
    print("couriers", couriers.count)
  }
}
