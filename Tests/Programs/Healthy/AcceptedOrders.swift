// healthy: work begun after the stop
// says: The kitchen stops taking orders and cooks those it has taken, one by one; that is what concatMap is here for.
// allows: nothing

import Signals
import Synchronization

private final class Kitchen: Sendable {
  let orders = PublishSubject<Int>()
  let closing = PublishSubject<Void>()
  let cooked = Atomic<Int>(0)
  private let stove = QueueScheduler("stove")
  private let bag = DisposeBag()

  func open(whenDone done: @escaping @Sendable () -> Void) {
    orders
      .take(until: closing)
      .concatMap { [stove] order in Signal<Int>.timer(after: .milliseconds(4), on: stove).mapReplace(order) }
      .subscribe(next: { _ in self.cooked.add(1, ordering: .relaxed) }, completed: done)
      .disposed(by: bag)
  }
}

enum AcceptedOrders: LeakProgram {
  static func run() {
    let kitchen = Kitchen()
    let isDone = Flag()
    kitchen.open { isDone.raise() }
    for order in 1...24 { kitchen.orders.next(order) }
    kitchen.closing.next(())
    kitchen.orders.next(25)
    isDone.wait()
    print("cooked", kitchen.cooked.load(ordering: .relaxed))
  }
}
