// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: the desk keeps the handle of each order in a dictionary, which a delivered order never leaves

import Glibc
import Signals

/// An office that translates orders; what becomes of each is followed until it is delivered.
private final class Desk {
  let news = PublishSubject<Int>()
  private var orders: [Int: Subscription] = [:]
  private let told = Shared(0)

  func take(_ order: Int) {
    orders[order] = news.filter { $0 == order }
      .subscribe(next: { [told] _ in told.update { $0 += 1 } })  // LEAK
  }

  func deliver(_ order: Int) {
    news.next(order)
    if mended { orders.removeValue(forKey: order)?.dispose() }
  }

  var count: Int { orders.count }
}

enum TranslationDesk: LeakProgram {
  static func run() {
    let desk = Desk()
    for order in 0..<45 {
      desk.take(order)
      pause(milliseconds: 3)
      if order > 3 { desk.deliver(order - 4) }
    }
    pause(milliseconds: 25)
    print("orders", desk.count)
    exit(0)
  }
}
