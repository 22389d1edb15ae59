// fault: missing-share
// verdict: suspect
// proof: run
// says: three parts of the page subscribe to the same menu, and each of them asks the server for it

import Signals
import Synchronization

private struct Dish: Sendable {
  let name: String
  let cents: Int
  let allergens: [String]
}

/// The server of the kitchen.
private final class MenuServer: Sendable {
  let requests = Atomic<Int>(0)
  private let network = QueueScheduler("menu network")

  func menu(of day: Int) -> Signal<[Dish]> {
    Signal<[Dish]>.create { [network] subscriber in  // LEAK
      self.requests.add(1, ordering: .relaxed)
      return network.schedule(after: .milliseconds(14)) {
        subscriber.next(Self.dishes(of: day))
        subscriber.completed()
      }
    }
  }

  private static func dishes(of day: Int) -> [Dish] {
    (0..<4).map { number in
      Dish(
        name: "dish \(day)-\(number)", cents: 450 + 35 * number,
        allergens: number % 2 == 0 ? ["nuts"] : ["milk", "eggs"])
    }
  }
}

/// What the page of a day shows.
private final class DayPage: Sendable {
  let names = Shared<[String]>([])
  let cheapest = Shared<Int?>(nil)
  let allergens = Shared<Set<String>>([])
  private let server: MenuServer
  private let bag = DisposeBag()

  init(_ server: MenuServer) { self.server = server }

  func open(day: Int) {
    let menu = mended ? server.menu(of: day).share(replay: 1) : server.menu(of: day)  // LEAK
    bindNames(menu)
    bindPrices(menu)
    bindAllergens(menu)
  }

  private func bindNames(_ menu: Signal<[Dish]>) {
    menu.map { $0.map(\.name) }
      .subscribe(next: { [names] list in names.update { $0 = list } })
      .disposed(by: bag)
  }

  private func bindPrices(_ menu: Signal<[Dish]>) {
    menu.map { $0.map(\.cents).min() }
      .subscribe(next: { [cheapest] price in cheapest.update { $0 = price } })
      .disposed(by: bag)
  }

  private func bindAllergens(_ menu: Signal<[Dish]>) {
    menu.map { Set($0.flatMap(\.allergens)) }
      .subscribe(next: { [allergens] all in allergens.update { $0 = all } })
      .disposed(by: bag)
  }
}

enum CanteenMenu: LeakProgram {
  static func run() {
    let server = MenuServer()
    for day in 0..<8 {
      let page = DayPage(server)
      page.open(day: day)
      pause(milliseconds: 32)
      print("day", day, page.names.value.count, page.cheapest.value ?? 0, page.allergens.value.count)
    }
    print("requests", server.requests.load(ordering: .relaxed))
  }
}
