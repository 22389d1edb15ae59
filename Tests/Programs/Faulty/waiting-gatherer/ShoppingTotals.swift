// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the tax rates never come, so that no total is ever sent, and the cart's changes wait for them

import Signals

/// Pairs each change of the cart with the tax rate that was asked for it.
enum ShoppingTotals: LeakProgram {
  static func run() {
    let cart = PublishSubject<Int>()
    let rates = PublishSubject<Int>()
    let totals = cart.zip(with: rates)  // LEAK
      .subscribe(next: { _, _ in })
    for change in 0..<3000 {
      cart.next(change)
      if mended { rates.next(19) }
    }
    pause(milliseconds: 20)
    totals.dispose()
  }
}
