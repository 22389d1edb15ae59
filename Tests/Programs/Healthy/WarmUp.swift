// healthy: growth that levels off
// says: Sixty-four shards are opened as they are first needed; then there are no more.
// allows: nothing

import Signals
import Synchronization

private final class Store: Sendable {
  private let shards = Mutex<[Int: Disposable]>([:])
  private let commits = PublishSubject<Int>()
  let written = Atomic<Int>(0)

  func write(_ key: Int) {
    let shard = key % 64
    if shards.withLock({ $0[shard] }) == nil {
      let listening = commits.filter { $0 % 64 == shard }
        .subscribe(next: { _ in self.written.add(1, ordering: .relaxed) })
      shards.withLock { $0[shard] = listening }
    }
    commits.next(key)
  }
}

enum WarmUp: LeakProgram {
  static func run() {
    let store = Store()
    for request in 0..<600 {
      store.write((request * request + 3 * request) / 2)
      if request % 6 == 0 { pause(milliseconds: 2) }
    }
    print("written", store.written.load(ordering: .relaxed))
  }
}
