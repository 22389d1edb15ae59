// fault: some-do-not-end
// verdict: likely
// proof: run
// says: of the two halves of each day's orders the paid one is disposed, the unpaid one is forgotten

import Signals

/// Sorts the orders of a day into paid and unpaid ones.
enum PartitionedOrders: LeakProgram {
  static func run() {
    let orders = PublishSubject<Int>()
    for day in 0..<10 {
      let (paid, unpaid) = orders.partition { $0 % 2 == 0 }
      let billed = paid.subscribe(next: { _ in })
      let reminded = unpaid.subscribe(next: { _ in })  // LEAK
      for order in 0..<4 { orders.next(day * 10 + order) }
      pause(milliseconds: 4)
      billed.dispose()
      if mended { reminded.dispose() }
    }
    pause(milliseconds: 50)
    orders.next(1)
  }
}
