// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each rebalance brings a new set of partitions, and flatMap keeps polling those of all sets before

import Signals

/// A consumer of a log: the broker assigns it a set of partitions, and now and then another one.
private struct Consumer {
  let assigned = PublishSubject<[Int]>()
  let closed = PublishSubject<Void>()
  let clock = QueueScheduler("polls")

  func records() -> Signal<Int> {
    let poll: @Sendable ([Int]) -> Signal<Int> = { [clock] partitions in
      Signal<Int>.interval(.milliseconds(4), on: clock).map { partitions[$0 % partitions.count] }
    }
    let records = mended ? assigned.flatMapLatest(poll) : assigned.flatMap(poll)  // LEAK
    return records.take(until: closed)
  }
}

enum RebalancedPartitions: LeakProgram {
  static func run() {
    let consumer = Consumer()
    let offsets = Shared([Int: Int]())
    let bag = DisposeBag()
    consumer.records()
      .subscribe(next: { partition in offsets.update { $0[partition, default: 0] += 1 } })
      .disposed(by: bag)
    for generation in 0..<12 {
      consumer.assigned.next([generation % 4, (generation + 1) % 4])
      pause(milliseconds: 11)
    }
    print("partitions", offsets.value.count)
    killed(holding: bag)
  }
}
