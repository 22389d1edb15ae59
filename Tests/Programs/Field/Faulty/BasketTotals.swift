// fault: paired-instead-of-newest
// verdict: finding
// proof: run
// says: each quantity waits for a currency of its own, which hardly ever changes; the total stays at the first pair
// source: ReactiveX/rxjs #3300
// fix: the newest quantity is combined with the newest currency

import Signals

private final class Basket: Sendable {
  let quantity = BehaviorSubject(1)
  let currency = BehaviorSubject("EUR")
}

/// The line below a basket that says what it costs.
private final class TotalLine: Sendable {
  let text = Shared("")
  let drawn = Shared(0)
  private let bag = DisposeBag()

  func show(_ basket: Basket) {
    let parts: Signal<(Int, String)>
    if mended {
      parts = basket.quantity.combineLatest(with: basket.currency)
    } else {
      parts = basket.quantity.zip(with: basket.currency)  // LEAK
    }
    parts
      .map { quantity, currency in "\(quantity * 12) \(currency)" }
      .subscribe(next: { [text, drawn] total in
        text.update { $0 = total }
        drawn.update { $0 += 1 }
      })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum BasketTotals: LeakProgram {
  static func run() {
    let basket = Basket()
    let line = TotalLine()
    let badge = Shared(0)
    let badges = basket.quantity.subscribe(next: { count in badge.update { $0 = count } })
    line.show(basket)
    for quantity in 2..<8 {
      basket.quantity.next(quantity)
      pause(milliseconds: 20)
    }
    basket.currency.next("USD")
    pause(milliseconds: 60)
    print("badge", badge.value, "total", line.text.value, "drawn", line.drawn.value)
    line.close()
    badges.dispose()
  }
}
