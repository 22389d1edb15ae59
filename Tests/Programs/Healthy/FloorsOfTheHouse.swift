// healthy: groups that are all open at the end, none of which ever ended, and inner signals of a flatMap below them
// says: A house has five floors, and each is a group as long as the lift runs, which it does when the power goes.
// allows: nothing

import Signals

/// A lift that counts the calls of each floor.
enum FloorsOfTheHouse: LeakProgram {
  static func run() {
    let calls = PublishSubject<Int>()
    let lift = DisposeBag()
    calls
      .groupBy { $0 % 5 }
      .flatMap { floor in floor.scan(0) { count, _ in count + 1 }.map { $0 + floor.key } }
      .subscribe(next: { _ in })
      .disposed(by: lift)
    for call in 0..<80 {
      calls.next(call * 3 % 11)
      pause(milliseconds: 2)
    }
    killed(holding: lift)
  }
}
