// healthy: beside each there is one that was disposed, and it is nobody's
// says: Each shard is probed until it answers and then followed for as long as the program runs.
// allows: suspect

import Glibc
import Signals

enum ShardsAtStart: LeakProgram {
  static func run() {
    let cluster = PublishSubject<Int>()
    for shard in 0..<4 {
      let probe = cluster.filter { $0 == shard }.subscribe(next: { _ in })
      _ = cluster.map { $0 * 4 + shard }.subscribe(next: { _ in })
      cluster.next(shard)
      pause(milliseconds: 3)
      probe.dispose()
    }
    for value in 0..<60 {
      cluster.next(value)
      pause(milliseconds: 2)
    }
    exit(0)
  }
}
