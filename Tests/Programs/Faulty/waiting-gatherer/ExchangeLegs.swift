// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the leg that failed is replaced by a signal that never sends, and zip keeps every order of the other two legs for it

import Signals

private struct Closed: Error {}

/// A trade of three legs, each with an exchange of its own; all three belong together.
enum ExchangeLegs: LeakProgram {
  static func run() {
    let bonds = PublishSubject<Int>()
    let shares = PublishSubject<Int>()
    let futures = PublishSubject<Int>()
    let settled = Shared(0)
    let bag = DisposeBag()
    let replacement = mended ? Signal<Int>.repeatElement(0).take(3000) : Signal<Int>.never()
    zip(bonds, shares, futures.catchTo(replacement))  // LEAK
      .subscribe(next: { _, _, _ in settled.update { $0 += 1 } })
      .disposed(by: bag)
    for order in 0..<2500 {
      bonds.next(order)
      shares.next(order)
      if order < 40 { futures.next(order) }
      if order == 40 { futures.error(Closed()) }
      if order % 50 == 0 { pause(milliseconds: 2) }
    }
    print("settled", settled.value)
    withExtendedLifetime(bag) {}
  }
}
