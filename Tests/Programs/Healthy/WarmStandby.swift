// healthy: a connection goes on with nobody subscribed to it
// says: The exchange takes a while to log in to, so the gateway keeps its one line between two clients, until it is shut down.
// allows: nothing

import Signals
import Synchronization

private struct Quote: Sendable {
  let symbol: String
  let price: Int
}

/// The line to the exchange: quotes come a while after it was opened.
private final class ExchangeLine: Sendable {
  let logins = Atomic<Int>(0)
  private let wire = QueueScheduler("wire")

  var quotes: Signal<Quote> {
    Signal<Quote>.deferred { [self] in
      logins.add(1, ordering: .relaxed)
      return Signal<Int>.timer(after: .milliseconds(22), every: .milliseconds(5), on: wire)
        .map { Quote(symbol: $0 % 2 == 0 ? "ABC" : "XYZ", price: 100 + $0 % 9) }
    }
  }
}

private final class QuoteGateway: Sendable {
  let line = ExchangeLine()
  private let connection: MulticastConnection<Quote>
  private let live: Disposable

  init() {
    connection = line.quotes.multicast(ReplaySubject<Quote>(capacity: 2))
    live = connection.connect()
  }

  func quotes(of symbol: String) -> Signal<Quote> {
    connection.signal.filter { $0.symbol == symbol }
  }

  func shutDown() { live.dispose() }
}

private final class TerminalClient: Sendable {
  let prices = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ gateway: QuoteGateway, symbols: [String]) {
    for symbol in symbols {
      gateway.quotes(of: symbol)
        .map(\.price)
        .distinctUntilChanged()
        .subscribe(next: { [prices] price in prices.update { $0.append(price) } })
        .disposed(by: bag)
    }
  }

  func logOut() { bag.dispose() }
}

enum WarmStandby: LeakProgram {
  static func run() {
    let gateway = QuoteGateway()
    pause(milliseconds: 40)
    var served = 0
    for round in 0..<4 {
      let clients = (0...(round % 2)).map { _ in TerminalClient(gateway, symbols: ["ABC", "XYZ"]) }
      pause(milliseconds: 30)
      for client in clients {
        client.logOut()
        served += client.prices.value.count
      }
      // Nobody is there for a while.
      pause(milliseconds: 55)
    }
    gateway.shutDown()
    pause(milliseconds: 30)
    print("served", served > 0, "logins", gateway.line.logins.load(ordering: .relaxed))
  }
}
