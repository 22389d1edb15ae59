// healthy: some of a kind end, others do not; as many begin as end
// says: Cars come and go, and about thirty stand there at any time; each takes its ticket along as it leaves.
// allows: nothing

import Signals
import Synchronization

private final class Car: Sendable {
  let fee = Atomic<Int>(0)
  private let ticket = Mutex<Disposable?>(nil)

  func park(_ minutes: Signal<Int>) {
    let new = minutes.map { $0 % 60 == 0 ? 3 : 1 }
      .subscribe(next: { [weak self] in self?.fee.add($0, ordering: .relaxed) })
    ticket.withLock { $0 = new }
  }

  func leave() -> Int {
    ticket.withLock { $0 }?.dispose()
    return fee.load(ordering: .relaxed)
  }
}

enum ParkingLot: LeakProgram {
  static func run() {
    let minutes = PublishSubject<Int>()
    var cars: [Car] = []
    var income = 0
    for minute in 0..<160 {
      if minute % 3 != 2 || minute < 40 {
        let car = Car()
        car.park(minutes)
        cars.append(car)
      }
      minutes.next(minute)
      if cars.count > 28 + minute % 5 { income += cars.remove(at: minute % cars.count).leave() }
      pause(milliseconds: 2)
    }
    print("income", income > 0, "parked", cars.count)
    killed()
  }
}
