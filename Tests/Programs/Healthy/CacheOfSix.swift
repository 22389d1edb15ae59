// healthy: a cache that grows with subscriptions, whose entries are dropped without a call of dispose
// says: The cache has room for six; what is thrown out goes with its scope, which disposes it.
// allows: nothing

import Signals

/// Profiles that were looked at, the newest six, each kept up to date.
private struct ProfileShelf {
  private var kept: [(user: Int, scope: ScopedDisposable)] = []
  private let changes: Signal<Int>

  init(_ changes: Signal<Int>) { self.changes = changes }

  mutating func look(at user: Int) {
    if let place = kept.firstIndex(where: { $0.user == user }) {
      return kept.append(kept.remove(at: place))
    }
    let following = changes.filter { $0 == user }.subscribe(next: { _ in })
    kept.append((user, ScopedDisposable(following)))
    if kept.count > 6 { kept.removeFirst() }
  }
}

enum CacheOfSix: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    var shelf = ProfileShelf(changes)
    for step in 0..<60 {
      shelf.look(at: step * 7 % 17)
      for user in 0..<4 { changes.next((step + user) % 17) }
      pause(milliseconds: 2)
    }
    withExtendedLifetime(shelf) {}
    pause(milliseconds: 20)
  }
}
