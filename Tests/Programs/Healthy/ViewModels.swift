// healthy: properties that are fed by others; models that go with their screens, one for the whole program
// says: A screen's properties end with the screen; the properties of the program's own model live as long as it does.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Store: Sendable {
  let prices = MutableProperty<[Int]>([])
  let cart = MutableProperty<[Int]>([])
  let total: Property<Int>
  let isEmpty: Property<Bool>

  init() {
    total = Property(
      0,
      then: combineLatest(prices.signal, cart.signal)
        .map { prices, cart in cart.map { $0 < prices.count ? prices[$0] : 0 }.reduce(0, +) })
    isEmpty = cart.map { $0.isEmpty }
  }
}

private final class ItemScreen: Sendable {
  let title: Property<String>
  let price: Property<Int>
  private let bag = DisposeBag()
  let drawn = Atomic<Int>(0)

  init(_ item: Int, _ store: Store) {
    price = store.prices.map { item < $0.count ? $0[item] : 0 }
    title = price.map { "item \(item): \($0)" }
    title.signal.subscribe(next: { [weak self] _ in self?.drawn.add(1, ordering: .relaxed) }).disposed(
      by: bag)
  }
}

enum ViewModels: LeakProgram {
  static func run() {
    let store = Store()
    for visit in 0..<50 {
      let screen = ItemScreen(visit % 7, store)
      store.prices.modify { $0.append(visit) }
      if visit % 5 == 0 { store.cart.modify { $0.append(visit % 7) } }
      withExtendedLifetime(screen) { pause(milliseconds: 4) }
    }
    print("total", store.total.value, store.isEmpty.value)
    exit(0)
  }
}
