// healthy: growth in every round, later released
// says: The cache keeps the newest 32 watches and puts the oldest away when it is full.
// allows: nothing

import SignalTracing
import Signals
import Synchronization

private final class WatchCache: Sendable {
  private let entries = Mutex<[(key: Int, watch: Disposable)]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func watch(_ key: Int, _ changes: Signal<Int>) {
    let watch = changes.filter { $0 == key }.subscribe(next: { _ in })
    let evicted = entries.withLock { entries -> Disposable? in
      entries.append((key, watch))
      return entries.count > limit ? entries.removeFirst().watch : nil
    }
    evicted?.dispose()
  }

  var count: Int { entries.withLock { $0.count } }
}

enum CacheWithLimit: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let cache = WatchCache(limit: 32)
    for key in 0..<120 {
      cache.watch(key, changes)
      changes.next(key / 2)
      Trace.mark("file opened")
      pause(milliseconds: 2)
    }
    print("cached", cache.count)
  }
}
