// healthy: the first of two signals in a row has ended
// says: What is stored comes first, then what happens; that has no end.
// allows: nothing

import Glibc
import Signals

enum StoredThenLive: LeakProgram {
  static func run() {
    let live = PublishSubject<Int>()
    let bags = (0..<4).map { viewer -> DisposeBag in
      let bag = DisposeBag()
      Signal<Int>.from([1, 2, 3]).concat(live).map { $0 + viewer }.subscribe(next: { _ in }).disposed(by: bag)
      return bag
    }
    for event in 0..<70 {
      live.next(event)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(bags) { exit(0) }
  }
}
