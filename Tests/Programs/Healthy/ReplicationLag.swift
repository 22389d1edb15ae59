// healthy: hundreds of values wait for a partner that has stopped sending
// says: The follower catches up after a pause; every entry of the log meets its acknowledgement, and nothing is left waiting.
// allows: nothing

import Signals
import Synchronization

private struct Entry: Sendable {
  let index: Int
  let payload: String
}

/// Where entries are copied to; it does nothing while it is partitioned from the leader.
private final class Follower: Sendable {
  let acknowledged = PublishSubject<Int>()
  private let pending = Shared<[Int]>([])
  private let isPartitioned = Atomic<Bool>(false)

  func partition() { isPartitioned.store(true, ordering: .relaxed) }

  func heal() {
    isPartitioned.store(false, ordering: .relaxed)
    while true {
      let batch = pending.update { pending in
        let batch = Array(pending.prefix(80))
        pending.removeFirst(batch.count)
        return batch
      }
      guard !batch.isEmpty else { return }
      for index in batch { acknowledged.next(index) }
      pause(milliseconds: 5)
    }
  }

  func append(_ index: Int) {
    guard !isPartitioned.load(ordering: .relaxed) else { return pending.update { $0.append(index) } }
    acknowledged.next(index)
  }
}

private final class Leader: Sendable {
  let committed = Atomic<Int>(0)
  private let appended = PublishSubject<Entry>()
  private let follower: Follower
  private let bag = DisposeBag()

  init(_ follower: Follower) {
    self.follower = follower
    let commits = zip(appended, follower.acknowledged)
      .do(onNext: { entry, index in precondition(entry.index == index) })
      .map { entry, _ in entry.payload.count }
    commits
      .subscribe(next: { [weak self] _ in self?.committed.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func append(_ index: Int) {
    appended.next(Entry(index: index, payload: "set \(index)"))
    follower.append(index)
  }

  func close() { bag.dispose() }
}

enum ReplicationLag: LeakProgram {
  static func run() {
    let follower = Follower()
    let leader = Leader(follower)
    for index in 0..<900 {
      if index == 120 { follower.partition() }
      leader.append(index)
      if index % 50 == 49 { pause(milliseconds: 7) }
    }
    onAnotherThread { follower.heal() }
    for index in 900..<960 { leader.append(index) }
    pause(milliseconds: 40)
    leader.close()
    print("committed", leader.committed.load(ordering: .relaxed))
  }
}
