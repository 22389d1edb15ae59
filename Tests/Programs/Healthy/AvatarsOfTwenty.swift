// healthy: a cache of signals that are connected for good, of which the program lets go without disposing them one by one
// says: The cache holds at most twenty: who is pushed out is disconnected, and closing it disconnects the rest.
// allows: nothing

import Signals

private final class Avatars {
  private let changes: Signal<Int>
  private var order: [Int] = []
  private var entries: [Int: (avatar: Signal<Int>, connection: Disposable)] = [:]

  init(_ changes: Signal<Int>) { self.changes = changes }

  func avatar(of user: Int) -> Signal<Int> {
    if let known = entries[user] {
      order.removeAll { $0 == user }
      order.append(user)
      return known.avatar
    }
    let published = changes.filter { $0 % 90 == user }.multicast(ReplaySubject<Int>(capacity: 1))
    entries[user] = (published.signal, published.connect())
    order.append(user)
    if order.count > 20 { entries.removeValue(forKey: order.removeFirst())?.connection.dispose() }
    return published.signal
  }

  func close() {
    entries.values.forEach { $0.connection.dispose() }
    entries.removeAll()
  }
}

enum AvatarsOfTwenty: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let avatars = Avatars(changes)
    for view in 0..<80 {
      let shown = avatars.avatar(of: view % 3 == 0 ? view / 2 : view).subscribe(next: { _ in })
      changes.next(view)
      pause(milliseconds: 2)
      shown.dispose()
    }
    avatars.close()
    for change in 0..<10 { changes.next(change) }
  }
}
