// healthy: inner signals of a flatMap, some of which live until the program is killed
// says: Each partition is polled from its assignment to its revocation; four are assigned when the consumer is killed.
// allows: nothing

import Signals

private struct Consumer {
  let assigned = PublishSubject<Int>()
  let revoked = PublishSubject<Int>()
  let clock = QueueScheduler("polls")

  func records() -> Signal<Int> {
    assigned.flatMap { [clock, revoked] partition in
      Signal<Int>.interval(.milliseconds(4), on: clock).mapReplace(partition)
        .take(until: revoked.filter { $0 == partition })
    }
  }
}

enum PartitionsOfATopic: LeakProgram {
  static func run() {
    let consumer = Consumer()
    let bag = DisposeBag()
    consumer.records().subscribe(next: { _ in }).disposed(by: bag)
    for partition in 0..<14 {
      consumer.assigned.next(partition)
      if partition > 3 { consumer.revoked.next(partition - 4) }
      pause(milliseconds: 9)
    }
    killed(holding: bag)
  }
}
