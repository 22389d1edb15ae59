// healthy: a stop that stands above flatMap, with inner signals that go on after it
// says: A closed shop takes no further orders and brings those to an end that it has taken; all are done soon after.
// allows: nothing

import Signals

private enum Step: Sendable {
  case reserved(Int)
  case paid(Int)
  case shipped(Int)
}

private final class Shop: Sendable {
  let orders = PublishSubject<Int>()
  let closing = PublishSubject<Void>()
  private let clock = QueueScheduler("sagas")

  private func saga(_ order: Int) -> Signal<Step> {
    let wait = { [clock] (milliseconds: Int) in
      Signal<Int>.timer(after: .milliseconds(milliseconds), on: clock)
    }
    return Signal<Step>.just(.reserved(order))
      .concat(wait(9).map { _ in .paid(order) }, wait(12).map { _ in .shipped(order) })
  }

  /// The steps of all orders that came before the shop was closed.
  func steps() -> Signal<Step> { orders.take(until: closing).flatMap { self.saga($0) } }
}

enum OrderSagas: LeakProgram {
  static func run() {
    let shop = Shop()
    let isDone = Flag()
    let (taken, shipped) = (Shared(0), Shared(0))
    let turnaways = shop.orders.skip(until: shop.closing).subscribe(next: { _ in })
    _ = shop.steps().subscribe(
      next: { step in
        switch step {
        case .reserved: taken.update { $0 += 1 }
        case .paid: break
        case .shipped: shipped.update { $0 += 1 }
        }
      }, completed: { isDone.raise() })
    for order in 0..<30 {
      shop.orders.next(order)
      if order == 23 { shop.closing.next(()) }
      pause(milliseconds: 5)
    }
    isDone.wait()
    turnaways.dispose()
    print("taken", taken.value, "shipped", shipped.value)
  }
}
