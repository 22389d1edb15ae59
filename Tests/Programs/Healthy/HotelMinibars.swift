// healthy: a group for each key, none of which ends before the program does
// says: The hotel has six rooms, so there are six groups, and each is used again with every guest of its room.
// allows: nothing

import Signals

private struct Bottle: Sendable {
  let room: Int
  let price: Int
}

private final class Minibars: Sendable {
  let taken = PublishSubject<Bottle>()
  private let bills = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()

  func start() {
    taken.groupBy { $0.room }
      .flatMap { room in
        room.scan(0) { sum, bottle in bottle.price == 0 ? 0 : sum + bottle.price }
          .map { (room.key, $0) }
      }
      .subscribe(next: { [bills] room, sum in bills.update { $0[room] = sum } })
      .disposed(by: bag)
  }

  /// A guest leaves, and the bill begins at nothing again.
  func checkOut(_ room: Int) -> Int {
    let sum = bills.value[room] ?? 0
    taken.next(Bottle(room: room, price: 0))
    return sum
  }
}

enum HotelMinibars: LeakProgram {
  static func run() {
    let minibars = Minibars()
    minibars.start()
    var paid = 0
    for night in 0..<8 {
      for room in 0..<6 {
        for bottle in 0..<(room % 3) { minibars.taken.next(Bottle(room: room, price: 4 + bottle)) }
        minibars.taken.next(Bottle(room: room, price: 3))
        if (night + room) % 2 == 0 { paid += minibars.checkOut(room) }
      }
      pause(milliseconds: 8)
    }
    print("paid", paid)
    withExtendedLifetime(minibars) {}
  }
}
