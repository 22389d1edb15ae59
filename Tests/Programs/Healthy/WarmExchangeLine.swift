// healthy: a connection that goes on, and sends, long after its last subscriber has left
// says: The line to the exchange takes long to open, so it is opened once and kept; brokers come and go.
// allows: nothing

import Signals

/// The one line to the exchange.
private final class ExchangeLine: Sendable {
  private let quotes: MulticastConnection<Int>
  private let line: Disposable

  init(_ clock: QueueScheduler) {
    quotes = Signal<Int>.interval(.milliseconds(3), on: clock).map { 1000 + $0 % 17 }.publish()
    line = quotes.connect()
  }

  var signal: Signal<Int> { quotes.signal }
}

private final class Broker: Sendable {
  private let seen = Shared(0)
  private let bag = DisposeBag()

  init(_ line: ExchangeLine, _ news: Signal<Int>) {
    let seen = seen
    line.signal.filter { $0 % 2 == 0 }.subscribe(next: { _ in seen.update { $0 += 1 } }).disposed(by: bag)
    news.subscribe(next: { _ in }).disposed(by: bag)
  }

  func goHome() { bag.dispose() }
}

enum WarmExchangeLine: LeakProgram {
  static func run() {
    let clock = QueueScheduler("exchange")
    let line = ExchangeLine(clock)
    // Nobody keeps the news: they are asked for anew by whoever reads them first.
    let news = Signal<Int>.interval(.milliseconds(7), on: clock).share(replay: 1)
    for day in 0..<6 {
      let brokers = (0...day % 3).map { _ in Broker(line, news) }
      pause(milliseconds: 40)
      for broker in brokers { broker.goHome() }
      pause(milliseconds: 30)
    }
    // After the last broker has left the line is quiet for a while, as over a weekend, and then used again.
    pause(milliseconds: 150)
    let last = Broker(line, news)
    pause(milliseconds: 30)
    last.goHome()
    pause(milliseconds: 100)
    print("closed for the night")
    withExtendedLifetime(line) {}
  }
}
