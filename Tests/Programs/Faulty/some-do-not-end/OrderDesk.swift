// fault: some-do-not-end
// verdict: likely
// proof: run
// says: an order that is not valid returns early, before the handle is disposed

import Signals

/// Takes orders; each watches the prices while it is handled.
enum OrderDesk: LeakProgram {
  static func run() {
    let prices = BehaviorSubject(100)
    var accepted = 0
    for order in 1...14 {
      if handle(order, prices) { accepted += 1 }
      prices.next(100 + order)
    }
    for price in 0..<10 { prices.next(price) }
    pause(milliseconds: 40)
    print("accepted \(accepted)")
  }

  private static func handle(_ amount: Int, _ prices: BehaviorSubject<Int>) -> Bool {
    let total = Shared(0)
    let watch = prices.subscribe(next: { price in total.update { $0 = price * amount } })  // LEAK
    guard amount % 5 != 0 else {
      if mended { watch.dispose() }
      return false
    }
    prices.next(prices.value + 1)
    watch.dispose()
    return total.value > 0
  }
}
