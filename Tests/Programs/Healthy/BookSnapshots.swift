// healthy: a shared book is subscribed to and left again and again, and its source is started anew each time
// says: With `share(replay:)` the line to the exchange is meant to be there only while some strategy trades.
// allows: nothing

import Signals

private struct Book: Sendable {
  let version: Int
  let best: Int
}

private final class ExchangeLine: Sendable {
  let dialled = Shared(0)
  let hungUp = Shared(0)
  private let wire = QueueScheduler("wire")

  func book(of symbol: String) -> Signal<Book> {
    Signal.create { [dialled, hungUp, wire] subscriber in
      dialled.update { $0 += 1 }
      let version = Shared(0)
      let updates = wire.schedule(after: .milliseconds(3), every: .milliseconds(5)) {
        version.update { $0 += 1 }
        subscriber.next(Book(version: version.value, best: 100 + version.value % 6))
      }
      return Disposable {
        updates.dispose()
        hungUp.update { $0 += 1 }
      }
    }
    .named(symbol)
    .share(replay: 1)
  }
}

private final class Strategy: Sendable {
  let orders = Shared(0)
  private let bag = DisposeBag()

  func trade(_ book: Signal<Book>, above limit: Int) {
    book
      .filter { $0.best > limit }
      .subscribe(next: { [orders] _ in orders.update { $0 += 1 } })
      .disposed(by: bag)
    book
      .map { $0.version }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum BookSnapshots: LeakProgram {
  static func run() {
    let line = ExchangeLine()
    let book = line.book(of: "ORE")
    var orders = 0
    for session in 0..<6 {
      let strategies = (0..<3).map { _ in Strategy() }
      for (index, strategy) in strategies.enumerated() {
        strategy.trade(book, above: 101 + index)
        pause(milliseconds: 10)
      }
      pause(milliseconds: session % 2 == 0 ? 25 : 10)
      orders += strategies.reduce(0) { $0 + $1.orders.value }
    }
    pause(milliseconds: 30)
    print("orders", orders > 0, "dialled", line.dialled.value, "hung up", line.hungUp.value)
  }
}
