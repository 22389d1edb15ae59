// healthy: a stop above a flattening operator, inner signals alive when it fires
// says: Each picker has a handful of shelves to go to; the stop keeps new orders out, and those that are under way are picked.
// allows: nothing

import Signals

enum PickersRunOut: LeakProgram {
  static func run() {
    let clock = QueueScheduler("shelves")
    let picked = Shared(0)
    for shift in 0..<8 {
      let orders = PublishSubject<Int>()
      let isOver = PublishSubject<Void>()
      let allPicked = Flag()
      _ = orders.take(until: isOver)
        .flatMap(maxConcurrent: 4) { order in
          Signal<Int>.interval(.milliseconds(2), on: clock).take(2 + order % 3).map { $0 + shift }
        }
        .subscribe(next: { _ in picked.update { $0 += 1 } }, completed: { allPicked.raise() })
      for order in 0..<6 {
        orders.next(order)
        pause(milliseconds: 1)
      }
      isOver.next(())
      orders.next(99)
      allPicked.wait()
    }
    print("picked", picked.value)
  }
}
