// healthy: an alert that `take(until:)` has ended subscribes once more as it completes
// says: The price list is exchanged once in the day: what watched the old one goes on with the new one, and ends with it.
// allows: nothing

import Signals

private final class PriceList: Sendable {
  let stock = PublishSubject<(item: Int, count: Int)>()
}

private final class Warehouse: Sendable {
  let reload = PublishSubject<Void>()
  private let list = Shared(PriceList())

  var current: PriceList { list.value }

  func exchange() {
    list.update { $0 = PriceList() }
    reload.next(())
  }

  func close() { current.stock.completed() }
}

/// Tells a customer when an item is there again.
private final class Alert: Sendable {
  let told = Shared<[Int]>([])
  private let item: Int
  private let warehouse: Warehouse

  init(_ item: Int, _ warehouse: Warehouse) {
    self.item = item
    self.warehouse = warehouse
  }

  private var counts: Signal<Int> {
    warehouse.current.stock
      .filter { [item] in $0.item == item }
      .map { $0.count }
      .distinctUntilChanged()
  }

  func begin() {
    // Ends as the list is exchanged, and goes on with the new one.
    _ =
      counts
      .take(until: warehouse.reload)
      .subscribe(
        next: { [told] count in told.update { $0.append(count) } },
        completed: {
          // Ends with the day.
          _ = self.counts.subscribe(next: { count in self.told.update { $0.append(count) } })
        })
  }
}

enum RestockAlerts: LeakProgram {
  static func run() {
    let warehouse = Warehouse()
    let alerts = (0..<8).map { Alert($0, warehouse) }
    for alert in alerts { alert.begin() }
    for delivery in 0..<24 {
      if delivery == 12 { warehouse.exchange() }
      warehouse.current.stock.next((delivery % 8, delivery * 2))
      pause(milliseconds: 9)
    }
    warehouse.close()
    pause(milliseconds: 30)
    print("told", alerts.map { $0.told.value.count })
  }
}
