// healthy: a concatMap whose queue is long
// says: Parts are ordered faster than they are printed; the evening gives the printer time for all that wait.
// allows: nothing

import Signals

enum ThreeDPrinter: LeakProgram {
  static func run() {
    let orders = PublishSubject<Int>()
    let printer = QueueScheduler("printer")
    let isDone = Flag()
    let printed = Shared(0)
    let following =
      orders
      .concatMap { part in Signal<Int>.timer(after: .milliseconds(3), on: printer).map { _ in part } }
      .subscribe(next: { _ in printed.update { $0 += 1 } }, completed: { isDone.raise() })
    for part in 0..<50 {
      orders.next(part)
      if part % 5 == 0 { pause(milliseconds: 2) }
    }
    orders.completed()
    isDone.wait()
    print("printed", printed.value)
    withExtendedLifetime(following) {}
  }
}
