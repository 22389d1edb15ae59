// healthy: some of a kind end, others do not; they differ in age
// says: One guest has stayed since the first minute and is still active; his session holds his subscription.
// allows: nothing

import Signals
import Synchronization

private final class Guest: Sendable {
  let drinks = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ bar: Signal<Int>) {
    bar
      .scan(0, +)
      .subscribe(next: { [weak self] in self?.drinks.store($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum VipSession: LeakProgram {
  static func run() {
    let bar = PublishSubject<Int>()
    let regular = Guest(bar)
    for _ in 0..<60 {
      let guest = Guest(bar)
      bar.next(1)
      withExtendedLifetime(guest) { pause(milliseconds: 2) }
    }
    print("drinks", regular.drinks.load(ordering: .relaxed))
  }
}
