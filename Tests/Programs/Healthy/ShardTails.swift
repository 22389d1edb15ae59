// healthy: a subscription is made within the closure of another, again and again
// says: Each shard that is assigned has a bag of its own, which goes as the shard is taken away, and the rest at the end.
// allows: nothing

import Signals
import Synchronization

private struct Record: Sendable {
  let shard: Int
  let offset: Int
}

private final class ShardedStream: Sendable {
  private let clock = QueueScheduler("stream")

  func tail(of shard: Int) -> Signal<Record> {
    Signal<Int>.interval(.milliseconds(6), on: clock).map { Record(shard: shard, offset: $0) }
  }
}

/// Tells which shards this process is to read.
private final class Coordinator: Sendable {
  let assignment = BehaviorSubject<Set<Int>>([])

  func assign(_ shards: Set<Int>) { assignment.next(shards) }
}

private final class Consumer: Sendable {
  let offsets = Shared<[Int: Int]>([:])
  private let stream = ShardedStream()
  private let readers = Shared<[Int: DisposeBag]>([:])
  private let bag = DisposeBag()
  private let commits = PublishSubject<Int>()

  init(_ coordinator: Coordinator) {
    commits.buffer(for: .milliseconds(18), on: QueueScheduler("commits")).subscribe(next: { _ in })
      .disposed(by: bag)
    coordinator.assignment
      .distinctUntilChanged()
      .deliver(on: QueueScheduler("rebalancing"))
      .subscribe(next: { [weak self] shards in self?.rebalance(to: shards) })
      .disposed(by: bag)
  }

  var shardCount: Int { readers.value.count }

  private func rebalance(to shards: Set<Int>) {
    let current = Set(readers.value.keys)
    for shard in current.subtracting(shards) {
      readers.update { $0.removeValue(forKey: shard) }?.dispose()
    }
    for shard in shards.subtracting(current).sorted() {
      let reader = DisposeBag()
      let records = stream.tail(of: shard).share()
      records.subscribe(next: { [offsets] record in offsets.update { $0[record.shard] = record.offset } })
        .disposed(by: reader)
      records.filter { $0.offset % 4 == 3 }.subscribe(next: { [commits] in commits.next($0.offset) })
        .disposed(by: reader)
      readers.update { $0[shard] = reader }
    }
  }

  func close() {
    bag.dispose()
    let left = readers.update { readers in
      let left = readers
      readers = [:]
      return left
    }
    for reader in left.values { reader.dispose() }
  }
}

enum ShardTails: LeakProgram {
  static func run() {
    let coordinator = Coordinator()
    let consumer = Consumer(coordinator)
    let plans: [Set<Int>] = [
      [0, 1, 2, 3], [0, 1, 2, 3, 4, 5], [2, 3, 4], [2, 3, 4, 6, 7, 8, 9], [1, 6, 7], [0, 1, 2, 3, 6],
    ]
    for plan in plans {
      coordinator.assign(plan)
      pause(milliseconds: 40)
    }
    let open = consumer.shardCount
    consumer.close()
    pause(milliseconds: 30)
    print("shards", open, "seen", consumer.offsets.value.count)
  }
}
