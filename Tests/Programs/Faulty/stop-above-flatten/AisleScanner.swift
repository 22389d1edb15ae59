// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: leaving the shop stops the aisles, above switchToLatest, so the last aisle's offers go on

import Signals

/// Shows the offers of the aisle that a customer is in, for each of three customers.
enum AisleScanner: LeakProgram {
  static func run() {
    let offers = PublishSubject<Int>()
    for customer in 0..<3 {
      let visit = Visit()
      visit.show(offers, for: customer)
      for aisle in 0..<3 {
        visit.aisle.next(aisle)
        offers.next(aisle)
      }
      visit.left.next(())
    }
    for offer in 0..<15 { offers.next(offer) }
    pause(milliseconds: 35)
  }
}

private final class Visit {
  let aisle = PublishSubject<Int>()
  let left = PublishSubject<Void>()

  func show(_ offers: Signal<Int>, for customer: Int) {
    let inShop = mended ? aisle : aisle.take(until: left)
    let perAisle = inShop.map { aisle in offers.filter { $0 % 3 == aisle } }
    let shown = perAisle.switchToLatest()  // LEAK
    _ = (mended ? shown.take(until: left) : shown).subscribe(next: { _ in })
  }
}
