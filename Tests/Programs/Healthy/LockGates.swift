// healthy: a flatMap with two places and hundreds that wait
// says: Ships come in fleets; between two fleets all that wait have been let through, and the last has got through as well.
// allows: nothing

import Signals

/// A lock with two chambers.
enum LockGates: LeakProgram {
  static func run() {
    let clock = QueueScheduler("lock")
    let ships = PublishSubject<Int>()
    let through = Shared(0)
    let bag = DisposeBag()
    ships
      .flatMap(maxConcurrent: 2) { ship in
        Signal<Int>.timer(after: .microseconds(100), on: clock).map { _ in ship }
      }
      .subscribe(next: { _ in through.update { $0 += 1 } })
      .disposed(by: bag)
    for fleet in 0..<3 {
      for ship in 0..<250 { ships.next(fleet * 250 + ship) }
      while through.value < (fleet + 1) * 250 { pause(milliseconds: 3) }
    }
    bag.dispose()
  }
}
