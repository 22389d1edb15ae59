// healthy: a stop signal above flatMap, inner signals that go on
// says: Who has registered before the start takes part; the race has no end yet, and the bag of the referee would end it.
// allows: suspect

import Glibc
import Signals

enum RegistrationCloses: LeakProgram {
  static func run() {
    let registered = PublishSubject<Int>()
    let start = PublishSubject<Void>()
    let positions = PublishSubject<Int>()
    let referee = DisposeBag()
    registered.take(until: start)
      .flatMap { runner in positions.filter { $0 % 8 == runner } }
      .subscribe(next: { _ in })
      .disposed(by: referee)
    for runner in 0..<5 {
      registered.next(runner)
      pause(milliseconds: 2)
    }
    start.next(())
    for position in 0..<60 {
      positions.next(position)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(referee) { exit(0) }
  }
}
