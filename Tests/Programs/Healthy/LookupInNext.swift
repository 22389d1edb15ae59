// healthy: a subscription within the closure of another, again and again, into a bag that is never emptied
// says: For each order the customer is looked up where it arrives; a lookup is answered and ends.
// allows: nothing

import Signals

private struct Customer: Sendable { let name: String }

private final class Directory: Sendable {
  private let net = QueueScheduler("directory")

  func customer(_ number: Int) -> Signal<Customer> {
    Signal<Int>.timer(after: .milliseconds(2 + number % 4 * 3), on: net)
      .map { _ in Customer(name: "customer \(number)") }
  }
}

private final class OrderIntake: Sendable {
  private let directory = Directory()
  private let bag = DisposeBag()
  private let greeted = Shared<Set<String>>([])

  func start(_ orders: Signal<Int>) {
    orders.subscribe(next: { [directory, bag, greeted] order in
      directory.customer(order % 13)
        .subscribe(next: { customer in greeted.update { _ = $0.insert(customer.name) } })
        .disposed(by: bag)
    }).disposed(by: bag)
  }

  var count: Int { greeted.value.count }
}

enum LookupInNext: LeakProgram {
  static func run() {
    let orders = PublishSubject<Int>()
    let intake = OrderIntake()
    intake.start(orders)
    for order in 0..<70 {
      orders.next(order)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 60)
    orders.completed()
    print("customers", intake.count)
  }
}
