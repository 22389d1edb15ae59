// fault: owner-grows
// verdict: suspect
// proof: run
// says: each refresh puts one more subscription into the screen's bag, which is emptied only when the screen goes

import Signals

private final class ShelfScreen {
  private let prices: PublishSubject<Int>
  private var bag = DisposeBag()
  let shown = Shared(0)

  init(_ prices: PublishSubject<Int>) { self.prices = prices }

  func refresh() {
    if mended { bag = DisposeBag() }
    prices.filter { $0 > 0 }
      .subscribe(next: { [shown] _ in shown.update { $0 += 1 } })  // LEAK
      .disposed(by: bag)  // LEAK
  }
}

/// A screen of shelf labels that is refreshed whenever goods arrive.
enum ShelfLabels: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let screen = ShelfScreen(prices)
    for delivery in 0..<14 {
      screen.refresh()
      prices.next(delivery)
      pause(milliseconds: 4)
    }
    prices.next(99)
    print(screen.shown.value)
    killed(holding: screen)
  }
}
