// fault: create-does-not-stop
// verdict: certain
// proof: run
// says: the create that enriches orders forgets its inner subscription; the source completes as the server shuts down

import Signals

private struct Order: Sendable {
  let number: Int
  let amount: Int
}

private final class Server: Sendable {
  let orders = PublishSubject<Order>()

  /// Orders with their tax.
  func taxed() -> Signal<Int> {
    .create { [orders] subscriber in  // LEAK
      let inner = orders.map { $0.amount * 119 / 100 }.subscribe(next: { subscriber.next($0) })  // LEAK
      return mended ? inner : nil
    }
  }
}

enum OrdersUntilShutdown: LeakProgram {
  static func run() {
    let server = Server()
    let total = Shared(0)
    let bag = DisposeBag()
    for client in 0..<3 {
      let watch = server.taxed().subscribe(next: { amount in total.update { $0 += amount } })
      for number in 0..<6 {
        server.orders.next(Order(number: client * 10 + number, amount: 100 + number))
        pause(milliseconds: 6)
      }
      watch.dispose()
    }
    server.taxed().subscribe(next: { amount in total.update { $0 += amount } }).disposed(by: bag)
    for number in 40..<46 {
      server.orders.next(Order(number: number, amount: number))
      pause(milliseconds: 6)
    }
    print("total", total.value)
    bag.dispose()
    server.orders.completed()
  }
}
