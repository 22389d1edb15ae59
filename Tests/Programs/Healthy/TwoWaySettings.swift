// healthy: the two ends of the channel hear each other, and an echo that changes nothing ends the round

import Signals

/// A form and a store that are bound to each other.
enum TwoWaySettings: LeakProgram {
  static func run() {
    let form = BehaviorRelay(0)
    let store = BehaviorRelay(0)
    let bag = DisposeBag()
    form.distinctUntilChanged().subscribe(next: { store.accept($0) }).disposed(by: bag)
    store.distinctUntilChanged().subscribe(next: { form.accept($0) }).disposed(by: bag)
    for number in 0..<300 {
      if number.isMultiple(of: 2) { form.accept(number) } else { store.accept(number) }
      if number % 20 == 0 { pause(milliseconds: 2) }
    }
    bag.dispose()
    pause(milliseconds: 30)
  }
}
