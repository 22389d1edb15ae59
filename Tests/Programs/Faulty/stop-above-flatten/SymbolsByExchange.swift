// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: `take(while:)` ends the orders, and so the groups; what flatMapLatest follows within each group goes on

import Signals

private struct Order: Sendable {
  let exchange: String
  let symbol: Int
}

/// Follows the last traded symbol of each exchange while the market is open.
private final class Monitor: Sendable {
  let orders = PublishSubject<Order>()
  let trades = PublishSubject<Int>()
  private let isOpen = Shared(true)

  func close() { isOpen.update { $0 = false } }

  func lastTraded() -> Signal<Int> {
    let trades = trades
    let open = orders.take(while: { [isOpen] _ in isOpen.value })
    let followed = (mended ? orders : open)
      .groupBy { $0.exchange }
      .flatMap { exchange in  // LEAK
        exchange.distinctUntilChanged { $0.symbol == $1.symbol }
          .flatMapLatest { order in trades.filter { $0 % 10 == order.symbol } }  // LEAK
      }
    return mended ? followed.take(while: { [isOpen] _ in isOpen.value }) : followed
  }
}

enum SymbolsByExchange: LeakProgram {
  static func run() {
    let monitor = Monitor()
    let shown = Shared(0)
    _ = monitor.lastTraded().subscribe(next: { _ in shown.update { $0 += 1 } })
    for round in 0..<12 {
      for (place, exchange) in ["XETRA", "NYSE", "TSE"].enumerated() {
        monitor.orders.next(Order(exchange: exchange, symbol: (round / 3 + place) % 10))
      }
      for trade in 0..<10 { monitor.trades.next(trade) }
    }
    monitor.close()
    monitor.orders.next(Order(exchange: "NYSE", symbol: 9))
    for trade in 0..<60 {
      monitor.trades.next(trade)
      pause(milliseconds: 1)
    }
    print("shown", shown.value > 0)
  }
}
