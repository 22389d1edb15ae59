// healthy: some of a kind end, others do not; a timer each
// says: A visit of a user ends when he pauses; those who are still clicking have theirs open when the log ends.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Click: Sendable {
  let user: Int
  let page: Int
}

private final class Visits: Sendable {
  let finished = Atomic<Int>(0)
  private let clock = QueueScheduler("visits")
  private let bag = DisposeBag()

  func count(_ clicks: Signal<Click>) {
    clicks
      .groupBy { $0.user }
      .flatMap { [clock] group in
        group
          .timeout(eachValue: .milliseconds(30), on: clock)
          .ignoreFailure()
          .count()
      }
      .subscribe(next: { _ in self.finished.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum SessionGroups: LeakProgram {
  static func run() {
    let clicks = PublishSubject<Click>()
    let visits = Visits()
    visits.count(clicks)
    for step in 0..<70 {
      for user in (step / 3)..<(step / 3 + 5) { clicks.next(Click(user: user, page: step)) }
      pause(milliseconds: 4)
    }
    print("finished", visits.finished.load(ordering: .relaxed) > 5)
    exit(0)
  }
}
