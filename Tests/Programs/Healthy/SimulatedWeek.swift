// healthy: many timers of one site; everything at one moment
// says: A week passes in virtual time; the shops close every evening and their timers go with the day.
// allows: nothing

import Signals
import Synchronization

private final class Shop: Sendable {
  let sales = Atomic<Int>(0)

  func open(on clock: VirtualTimeScheduler) -> Disposable {
    let day = CompositeDisposable()
    day.add(
      Signal<Int>.interval(.seconds(1200), on: clock)
        .subscribe(next: { _ in self.sales.add(1, ordering: .relaxed) }))
    day.add(
      Signal<Int>.timer(after: .seconds(9 * 3600), on: clock)
        .subscribe(completed: { day.dispose() }))
    return day
  }
}

enum SimulatedWeek: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let shops = (0..<15).map { _ in Shop() }
    for _ in 0..<7 {
      for shop in shops { _ = shop.open(on: clock) }
      clock.advance(by: .seconds(24 * 3600))
      pause(milliseconds: 8)
    }
    print("sales", shops.map { $0.sales.load(ordering: .relaxed) }.reduce(0, +))
  }
}
