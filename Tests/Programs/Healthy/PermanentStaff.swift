// healthy: some of a kind end, others do not
// says: Four workers stay for as long as the program runs; helpers for a burst of work leave when it is over.
// allows: nothing

import Signals
import Synchronization

private final class Worker: Sendable {
  let done = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ number: Int, _ jobs: Signal<Int>) {
    jobs.filter { $0 % 8 == number % 8 }
      .subscribe(next: { [weak self] _ in self?.done.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class Office: Sendable {
  private let staff: [Worker]
  let jobs = PublishSubject<Int>()

  init() { staff = [0, 1, 2, 3].map { [jobs] in Worker($0, jobs) } }

  func burst(of count: Int) {
    let helpers = (4..<(4 + count)).map { Worker($0, jobs) }
    for job in 0..<40 { jobs.next(job) }
    withExtendedLifetime(helpers) { pause(milliseconds: 3) }
  }
}

enum PermanentStaff: LeakProgram {
  static func run() {
    let office = Office()
    for day in 0..<30 {
      office.burst(of: 1 + day % 4)
      for job in 0..<10 { office.jobs.next(job) }
      pause(milliseconds: 3)
    }
  }
}
