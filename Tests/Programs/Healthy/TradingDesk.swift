// healthy: a long run: hot quotes shared by positions, stop orders that wait for ever, a book that grows while it trades
// says: Orders wait for their price, most of them to the end of the day; positions are closed by hand, quotes are shared by all.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Quote: Sendable {
  let symbol: Int
  let price: Int
}

private final class Market: Sendable {
  let feed = PublishSubject<Quote>()
  private let quotes = Shared<[Int: Signal<Int>]>([:])

  func quotes(of symbol: Int) -> Signal<Int> {
    let feed = feed
    return quotes.update { quotes in
      if let known = quotes[symbol] { return known }
      let new = feed.filter { $0.symbol == symbol }.map { $0.price }.share(replay: 1)
      quotes[symbol] = new
      return new
    }
  }
}

private final class Position: Sendable {
  let gain = Atomic<Int>(0)
  private let closed = PublishSubject<Void>()
  private let bag = DisposeBag()

  init(_ symbol: Int, _ market: Market) {
    market.quotes(of: symbol)
      .take(until: closed)
      .startWith(100)
      .combinePrevious()
      .subscribe(next: { [weak self] old, new in self?.gain.add(new - old, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func close() { closed.next(()) }
}

private final class OrderBook: Sendable {
  let filled = Atomic<Int>(0)
  private let open = Shared<[Int: Disposable]>([:])

  func place(_ number: Int, _ symbol: Int, at limit: Int, _ market: Market) {
    let order = market.quotes(of: symbol)
      .filter { $0 >= limit }
      .take(1)
      .subscribe(next: { _ in
        self.filled.add(1, ordering: .relaxed)
        self.open.update { _ = $0.removeValue(forKey: number) }
      })
    if !order.isDisposed { open.update { $0[number] = order } }
  }

  func cancel(_ number: Int) { open.update { $0.removeValue(forKey: number) }?.dispose() }
  var count: Int { open.value.count }
}

enum TradingDesk: LeakProgram {
  static func run() {
    let market = Market()
    let book = OrderBook()
    let positions = Shared<[Position]>([])
    for tick in 0..<200 {
      for symbol in 0..<8 {
        market.feed.next(Quote(symbol: symbol, price: 80 + (tick * 7 + symbol * 13) % 50))
      }
      if tick % 4 == 0 { book.place(tick, tick % 8, at: tick % 12 == 0 ? 125 : 500, market) }
      if tick % 10 == 9 { book.cancel(tick - 9) }
      if tick % 3 == 0 { positions.update { $0.append(Position(tick % 8, market)) } }
      if positions.value.count > 12 { positions.update { $0.removeFirst() }.close() }
      pause(milliseconds: 5)
    }
    print("open", book.count)
    exit(0)
  }
}
