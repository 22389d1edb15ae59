// healthy: replay without refCount: the source is subscribed to for ever, with and without readers
// says: The table of rates is polled once for the whole app, and read by whoever needs it; each history is finite.
// allows: nothing

import Signals

private struct Rates: Sendable { let version: Int }

private final class RateService: Sendable {
  private let net = QueueScheduler("rates")
  /// Polled from the start on; a screen that opens has the newest at once.
  let rates: Signal<Rates>

  init() {
    rates = Signal<Int>.interval(.milliseconds(8), on: net).map { Rates(version: $0) }.replay(1)
  }

  /// The last five days of a currency, asked for once and kept.
  func history(of currency: String) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(2), on: net).take(5).map { $0 * currency.count }.replay()
  }
}

private final class CurrencyScreen: Sendable {
  private let bag = DisposeBag()
  private let shown = Shared(0)

  init(_ rates: Signal<Rates>, _ history: Signal<Int>) {
    let shown = shown
    rates.subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: bag)
    history.subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: bag)
  }

  var hasSomething: Bool { shown.value > 0 }
}

enum CurrencyReplay: LeakProgram {
  static func run() {
    let service = RateService()
    let currencies = ["euro", "yen", "pound", "franc", "krona", "peso"]
    let histories = currencies.map { service.history(of: $0) }
    pause(milliseconds: 25)
    for visit in 0..<14 {
      let screen = CurrencyScreen(service.rates, histories[visit % histories.count])
      pause(milliseconds: 15)
      if !screen.hasSomething { print("empty") }
      pause(milliseconds: visit % 4 == 3 ? 40 : 8)
    }
    pause(milliseconds: 60)
    print("visits over")
    withExtendedLifetime(service) {}
  }
}
