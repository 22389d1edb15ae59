// healthy: values are sent to a subject after its end, and somebody subscribes to it then
// says: The till is closed for the day. Its door goes on, and the report asks once whether it is closed.
// allows: nothing

import Signals

/// A shop with a door that counts, and a till that is open until the evening.
private final class Shop: Sendable {
  let visitors = PublishSubject<Int>()
  let served = Shared(0)
  let closed = Shared(false)
  private let bag = DisposeBag()

  func open() {
    visitors
      .subscribe(next: { [served] _ in served.update { $0 += 1 } })
      .disposed(by: bag)
  }

  /// Who comes later is not served, and the door does not know.
  func close() { visitors.completed() }

  func report() {
    visitors
      .subscribe(completed: { [closed] in closed.update { $0 = true } })
      .disposed(by: bag)
  }
}

enum ClosingTime: LeakProgram {
  static func run() {
    var served = 0
    for day in 0..<3 {
      let shop = Shop()
      shop.open()
      for visitor in 0..<6 {
        shop.visitors.next(visitor)
        pause(milliseconds: 3)
      }
      shop.close()
      for visitor in 0..<(4 + day) {
        shop.visitors.next(visitor)
        pause(milliseconds: 8)
      }
      shop.report()
      for visitor in 0..<4 {
        shop.visitors.next(visitor)
        pause(milliseconds: 8)
      }
      served += shop.closed.value ? shop.served.value : 0
    }
    print("served", served)
  }
}
