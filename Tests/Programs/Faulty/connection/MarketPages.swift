// fault: connection
// verdict: likely
// proof: run
// says: a page that is closed ends its connection; one that is swiped away ends its subscribers only

import Signals

private final class Market: Sendable {
  private let clock = QueueScheduler("market")
  func trades(of symbol: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(6), on: clock).map { $0 * symbol }
  }
}

/// A page with a table and a chart of the same trades.
private final class MarketPage: Sendable {
  private let bag = DisposeBag()
  private let connection: Disposable
  private let rows = Shared(0)

  init(_ symbol: Int, _ market: Market) {
    let rows = rows
    let trades = market.trades(of: symbol).publish()  // LEAK
    trades.signal.subscribe(next: { _ in rows.update { $0 += 1 } }).disposed(by: bag)
    trades.signal.filter { $0 % 2 == 0 }.subscribe(next: { _ in }).disposed(by: bag)
    connection = trades.connect()  // LEAK
  }

  func close() {
    bag.dispose()
    connection.dispose()
  }

  func swipeAway() {
    bag.dispose()
    if mended { connection.dispose() }
  }

  var height: Int { rows.value }
}

enum MarketPages: LeakProgram {
  static func run() {
    let market = Market()
    var height = 0
    for symbol in 1...15 {
      let page = MarketPage(symbol, market)
      pause(milliseconds: 20)
      height += page.height
      if symbol % 3 == 0 { page.swipeAway() } else { page.close() }
    }
    pause(milliseconds: 200)
    print("rows", height > 0)
  }
}
