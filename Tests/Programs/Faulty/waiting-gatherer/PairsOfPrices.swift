// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: prices are paired one to one with a currency that hardly changes; the prices wait in the line of zip

import Signals

/// Shows prices in the currency of the user.
enum PairsOfPrices: LeakProgram {
  static func run() {
    let price = MutableProperty(0)
    let currency = MutableProperty("EUR")
    let shown = Shared(0)
    let bag = DisposeBag()
    let pairs =
      mended
      ? combineLatest(price.signal, currency.signal)
      : zip(price.signal, currency.signal)  // LEAK
    pairs.subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: bag)
    for amount in 1...3000 {
      price.set(amount)
      if amount % 1000 == 0 { pause(milliseconds: 10) }
    }
    currency.set("CHF")
    print(shown.value)
  }
}
