// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a partition that is handed to another consumer is removed from this one's composite, and polled on here

import Signals

/// One consumer of a group, with the partitions that it was given.
private final class Consumer: Sendable {
  private let owned = CompositeDisposable()
  private let polls = Shared<[Int: Disposable]>([:])
  private let records: Signal<Int>
  private let seen: Shared<Int>

  init(_ records: Signal<Int>, _ seen: Shared<Int>) {
    self.records = records
    self.seen = seen
  }

  func assign(_ partition: Int) {
    let poll = records.filter { $0 % 6 == partition }.subscribe(next: { [seen] _ in seen.update { $0 += 1 } })
    owned.add(poll)
    polls.update { $0[partition] = poll }
  }

  func revoke(_ partition: Int) {
    guard let poll = polls.update({ $0.removeValue(forKey: partition) }) else { return }
    if mended { poll.dispose() }
    owned.remove(poll)  // LEAK
  }

  func leave() {
    owned.dispose()
    polls.update { $0 = [:] }
  }
}

enum RebalancedWorkers: LeakProgram {
  static func run() {
    let records = PublishSubject<Int>()
    let seen = Shared(0)
    let consumers = (0..<3).map { _ in Consumer(records, seen) }
    for partition in 0..<6 { consumers[partition % 3].assign(partition) }
    for generation in 0..<6 {
      for record in 0..<12 { records.next(record) }
      let partition = generation
      onAnotherThread {
        consumers[partition % 3].revoke(partition)
        consumers[(partition + 1) % 3].assign(partition)
      }
      pause(milliseconds: 5)
    }
    for record in 0..<40 {
      records.next(record)
      pause(milliseconds: 1)
    }
    for consumer in consumers { consumer.leave() }
    for record in 0..<20 {
      records.next(record)
      pause(milliseconds: 2)
    }
  }
}
