// healthy: one input of a gatherer has ended, the other goes on
// says: The settings are read once; each price is shown with them from then on.
// allows: nothing

import Glibc
import Signals

enum SettingsAndPrices: LeakProgram {
  static func run() {
    let settings = PublishSubject<String>()
    let prices = PublishSubject<Int>()
    let bag = DisposeBag()
    combineLatest(settings.take(1), prices).subscribe(next: { _ in }).disposed(by: bag)
    settings.next("EUR")
    for price in 0..<70 {
      prices.next(price)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}
