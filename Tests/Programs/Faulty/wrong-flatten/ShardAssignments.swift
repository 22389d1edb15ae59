// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: a node that is assigned another shard follows the new one and all that it had before

import Signals

private struct Change: Sendable {
  let shard: Int
}

private final class Store: Sendable {
  let log = PublishSubject<Change>()

  func changes(of shard: Int) -> Signal<Change> { log.filter { $0.shard == shard } }
}

/// A node that applies the changes of the shard that it is assigned.
private struct Node {
  let applied = Shared<[Int]>([])

  func follow(_ assignments: Signal<Int>, in store: Store) -> Disposable {
    let changes = assignments.map { store.changes(of: $0) }
    let followed = mended ? changes.switchToLatest() : changes.merge()  // LEAK
    return followed.subscribe(next: { [applied] change in applied.update { $0.append(change.shard) } })
  }
}

enum ShardAssignments: LeakProgram {
  static func run() {
    let store = Store()
    let assignments = PublishSubject<Int>()
    let node = Node()
    let following = node.follow(assignments, in: store)
    for shard in 0..<12 {
      assignments.next(shard)
      for change in 0..<12 { store.log.next(Change(shard: change)) }
      pause(milliseconds: 6)
    }
    node.applied.update { $0 = [] }
    for round in 0..<36 {
      store.log.next(Change(shard: round % 12))
      pause(milliseconds: 2)
    }
    following.dispose()
    print("assigned 11, applied", Set(node.applied.value).sorted())
  }
}
