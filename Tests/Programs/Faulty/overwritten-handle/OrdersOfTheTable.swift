// fault: overwritten-handle
// verdict: suspect
// proof: run
// says: the handle of a table is overwritten when new guests sit down; what listened for the guests before stays

import Signals

private final class Waiter: Sendable {
  let kitchen = Channel<Int>()
  private let tables = Shared<[Int: Subscription]>([:])
  let served = Shared(0)

  func seat(at table: Int) {
    if mended { tables.value[table]?.dispose() }
    let listening = kitchen.following.filter { $0 % 4 == table }
      .subscribe(next: { [served] _ in served.update { $0 += 1 } })  // LEAK
    tables.update { $0[table] = listening }
  }
}

/// Serves four tables all evening.
enum OrdersOfTheTable: LeakProgram {
  static func run() {
    let waiter = Waiter()
    for round in 0..<8 {
      for table in 0..<4 {
        waiter.seat(at: table)
        waiter.kitchen.leading.next(round * 4 + table)
        pause(milliseconds: 2)
      }
    }
    print(waiter.served.value)
  }
}
