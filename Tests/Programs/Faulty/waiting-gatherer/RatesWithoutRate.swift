// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: withLatestFrom waits for a rate that never comes: every amount is thrown away

import Signals

/// Converts amounts with the latest rate; the rates are never loaded.
enum RatesWithoutRate: LeakProgram {
  static func run() {
    let amounts = PublishSubject<Int>()
    let rates = PublishSubject<Int>()
    let shown = Shared(0)
    let bag = DisposeBag()
    amounts.withLatestFrom(rates) { $0 * $1 }  // LEAK
      .subscribe(next: { amount in shown.update { $0 += amount } }).disposed(by: bag)
    if mended { rates.next(3) }
    for amount in 0..<2500 { amounts.next(amount) }
    pause(milliseconds: 40)
    bag.dispose()
    print(shown.value)
  }
}
