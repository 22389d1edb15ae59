// healthy: a cache whose entries stay subscribed to
// says: The eight pictures that were shown last stay live; the one that has been out of sight longest is disposed.
// allows: nothing

import Glibc
import Signals

private final class Cache: Sendable {
  private let entries = Shared<[(key: Int, live: Subscription)]>([])
  private let changes: Signal<Int>
  init(_ changes: Signal<Int>) { self.changes = changes }

  func show(_ key: Int) {
    if let old = entries.update({ entries -> Subscription? in
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.live
    }) {
      _ = old
      return
    }
    let live = changes.filter { $0 == key }.subscribe(next: { _ in })
    let evicted = entries.update { entries -> Subscription? in
      entries.append((key, live))
      return entries.count > 8 ? entries.removeFirst().live : nil
    }
    evicted?.dispose()
  }
}

enum RecentPictures: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let cache = Cache(changes)
    for turn in 0..<120 {
      cache.show(turn % 3 == 0 ? turn : turn % 5)
      changes.next(turn)
      if turn % 4 == 0 { pause(milliseconds: 2) }
    }
    withExtendedLifetime(cache) { exit(0) }
  }
}
