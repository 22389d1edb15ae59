// healthy: subscriptions grow in number, one by one, and none is ever disposed
// says: A pool is filled as tractors are needed, up to six; they are used again and stay to the end of the harvest.
// allows: nothing

import Signals

private struct Order: Sendable {
  let tractor: Int
  let field: Int
}

private final class Tractor: Sendable {
  let number: Int
  private let ploughed = Shared(0)
  private let bag = DisposeBag()

  init(_ number: Int, _ radio: PublishRelay<Order>) {
    self.number = number
    radio.filter { $0.tractor == number }
      .subscribe(next: { [ploughed] _ in ploughed.update { $0 += 1 } })
      .disposed(by: bag)
  }

  var fields: Int { ploughed.value }
}

private final class Pool {
  private let radio: PublishRelay<Order>
  private var idle: [Tractor] = []
  private(set) var all: [Tractor] = []

  init(_ radio: PublishRelay<Order>) { self.radio = radio }

  func take() -> Tractor? {
    if let tractor = idle.popLast() { return tractor }
    guard all.count < 6 else { return nil }
    let tractor = Tractor(all.count, radio)
    all.append(tractor)
    return tractor
  }

  func giveBack(_ tractor: Tractor) { idle.append(tractor) }
}

enum TractorPool: LeakProgram {
  static func run() {
    let radio = PublishRelay<Order>()
    let pool = Pool(radio)
    var out: [Tractor] = []
    for field in 0..<40 {
      if let tractor = pool.take() {
        radio.accept(Order(tractor: tractor.number, field: field))
        out.append(tractor)
      }
      // The more urgent it gets, the more are out at once.
      if out.count > min(field / 4, 6) - 1, !out.isEmpty { pool.giveBack(out.removeFirst()) }
      pause(milliseconds: 3)
    }
    print("tractors", pool.all.count, "fields", pool.all.map(\.fields).reduce(0, +))
    withExtendedLifetime(pool) {}
  }
}
