// fault: gathers-until-an-end-that-never-comes
// verdict: finding
// proof: run
// says: the parts of a store are gathered until both have completed, and parts of a store never complete
// source: ReactiveX/rxjs #3054
// fix: each part is taken once before the two are gathered

import Signals

private struct Customer: Sendable, Equatable {
  let name: String
}

private struct Car: Sendable, Equatable {
  let plate: String
}

private struct GarageState: Sendable {
  var customer = Customer(name: "nobody")
  var cars: [Car] = []
}

/// The state of the application; each part of it can be followed.
private final class GarageStore: Sendable {
  private let state = BehaviorSubject(GarageState())

  func select<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (GarageState) -> Part
  ) -> Signal<Part> {
    state.map { part($0) }.distinctUntilChanged()
  }

  func dispatch(_ change: (inout GarageState) -> Void) {
    var next = state.value
    change(&next)
    state.next(next)
  }
}

/// Shows a customer with the cars of this customer, once both are known.
private final class GaragePage: Sendable {
  let shown = Shared("nothing")
  private let title = Shared("")
  private let bag = DisposeBag()

  func open(_ store: GarageStore) {
    let customer = store.select { $0.customer }
    let cars = store.select { $0.cars }
    let both: Signal<(Customer, [Car])>
    if mended {
      both = forkJoin(customer.take(1), cars.take(1))
    } else {
      both = forkJoin(customer, cars)  // LEAK
    }
    both
      .subscribe(next: { [shown] customer, cars in
        shown.update { $0 = "\(customer.name) with \(cars.count) cars" }
      })
      .disposed(by: bag)
    customer
      .subscribe(next: { [title] customer in title.update { $0 = customer.name } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum CustomerAndCars: LeakProgram {
  static func run() {
    let store = GarageStore()
    let badge = store.select { $0.cars.count }.subscribe(next: { _ in })
    store.dispatch { $0.customer = Customer(name: "Ivan") }
    store.dispatch { $0.cars = [Car(plate: "A 100"), Car(plate: "B 200")] }
    var shown: [String] = []
    for visit in 0..<3 {
      let page = GaragePage()
      page.open(store)
      pause(milliseconds: 25)
      store.dispatch { $0.cars.append(Car(plate: "C \(visit)")) }
      pause(milliseconds: 25)
      shown.append(page.shown.value)
      page.close()
    }
    print(shown)
    badge.dispose()
  }
}
