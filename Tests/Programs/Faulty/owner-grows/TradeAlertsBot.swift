// fault: owner-grows
// verdict: suspect
// proof: run
// says: every /watch puts a subscription into the bag of the bot, and /unwatch only takes the symbol off the list: it stays in the bag

import Signals

private struct Price: Sendable {
  let symbol: String
  let cents: Int
}

private final class AlertsBot {
  let prices = PublishSubject<Price>()
  private let watched = Shared(Set<String>())
  private let alerts = Shared(0)
  private var handles: [String: Subscription] = [:]
  private let bag = DisposeBag()  // LEAK

  var sent: Int { alerts.value }

  func watch(_ symbol: String, above cents: Int) {
    watched.update { _ = $0.insert(symbol) }
    let crossings = prices.filter { $0.symbol == symbol }.map { $0.cents > cents }.distinctUntilChanged()
    let alert = crossings.filter { [watched] in $0 && watched.value.contains(symbol) }
      .subscribe(next: { [alerts] _ in alerts.update { $0 += 1 } })  // LEAK
    if mended { handles[symbol] = alert } else { alert.disposed(by: bag) }  // LEAK
  }

  func unwatch(_ symbol: String) {
    watched.update { _ = $0.remove(symbol) }
    handles.removeValue(forKey: symbol)?.dispose()
  }
}

/// A chat bot that tells when a price is crossed.
enum TradeAlertsBot: LeakProgram {
  static func run() {
    let bot = AlertsBot()
    let spread = bot.prices.map { $0.cents }.scan(0, max).subscribe(next: { _ in })
    for command in 0..<40 {
      bot.watch("S\(command)", above: 100 + command % 7)
      bot.prices.next(Price(symbol: "S\(command)", cents: 90 + command % 30))
      bot.prices.next(Price(symbol: "S\(max(0, command - 1))", cents: 120))
      pause(milliseconds: 4)
      if command > 1 { bot.unwatch("S\(command - 2)") }
    }
    bot.unwatch("S38")
    bot.unwatch("S39")
    for second in 0..<5 {
      bot.prices.next(Price(symbol: "S3", cents: 80 + second * 20))
      pause(milliseconds: 4)
    }
    spread.dispose()
    print("alerts", bot.sent)
  }
}
