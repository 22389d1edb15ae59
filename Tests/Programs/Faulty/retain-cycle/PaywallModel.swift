// fault: retain-cycle
// verdict: suspect
// proof: weak
// says: a method that is handed over as the closure holds the model, which holds the bag, which holds the subscription

import Signals

/// The screen that asks for money: its price depends on the country of the store.
private final class PaywallViewModel: Sendable {
  private let bag = DisposeBag()
  private let label = Shared("")
  private let rendered: Shared<Int>

  init(_ prices: Signal<Int>, rendered: Shared<Int>) {
    self.rendered = rendered
    if mended {
      prices.subscribe(next: { [weak self] in self?.render($0) }).disposed(by: bag)
    } else {
      prices.subscribe(next: render).disposed(by: bag)  // LEAK
    }
  }

  private func render(_ cents: Int) {
    rendered.update { $0 += 1 }
    label.update { $0 = "\(cents / 100).\(cents % 100)" }
  }
}

enum PaywallModel: LeakProgram {
  static func run() {
    let prices = BehaviorSubject(499)
    let rendered = Shared(0)
    for visit in 0..<8 {
      let model = PaywallViewModel(prices, rendered: rendered)
      prices.next(499 + visit)
      pause(milliseconds: 7)
      withExtendedLifetime(model) {}
    }
    let before = rendered.value
    for sale in 0..<10 { prices.next(399 - sale) }
    print("rendered", rendered.value - before, "prices after the last visit")
  }
}
