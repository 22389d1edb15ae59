// healthy: growth, N of a site, 0 ended, over time
// says: Every client that ever connected is still connected and gets its values; the hub holds one subscription for each.
// allows: suspect

import Signals
import Synchronization

private final class Client: Sendable {
  let number: Int
  let received = Atomic<Int>(0)
  init(_ number: Int) { self.number = number }
}

private final class Hub: Sendable {
  private let clients = Mutex<[Client]>([])
  private let prices: Signal<Int>
  private let bag = DisposeBag()

  init(_ prices: Signal<Int>) { self.prices = prices }

  func connect(_ client: Client) {
    clients.withLock { $0.append(client) }
    prices
      .filter { $0 % 3 == client.number % 3 }
      .subscribe(next: { _ in client.received.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  var count: Int { clients.withLock { $0.count } }
}

enum LiveClients: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let hub = Hub(prices)
    for number in 0..<200 {
      hub.connect(Client(number))
      prices.next(number)
      if number % 5 == 0 { pause(milliseconds: 4) }
    }
    print("clients", hub.count)
  }
}
