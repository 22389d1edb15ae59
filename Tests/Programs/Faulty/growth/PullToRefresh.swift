// fault: growth
// verdict: suspect
// proof: run
// says: every pull loads the list, which ends, and subscribes to its changes once more, which does not

import Signals

private final class NewsStore: Sendable {
  let changes = PublishSubject<Int>()
  private let net = QueueScheduler("news")

  func load() -> Signal<[Int]> {
    Signal<Int>.timer(after: .milliseconds(4), on: net).map { _ in Array(0..<10) }
  }
}

private final class NewsList: Sendable {
  private let store: NewsStore
  private let shown = Shared<[Int]>([])
  private let watching = SerialDisposable()
  private let redrawn = Shared(0)

  init(_ store: NewsStore) { self.store = store }

  /// The user pulls the list down.
  func refresh() -> Flag {
    let (shown, redrawn) = (shown, redrawn)
    let loaded = Flag()
    _ = store.load().subscribe(next: { list in shown.update { $0 = list } }, completed: { loaded.raise() })
    if mended {
      watching.inner = store.changes.subscribe(next: { _ in redrawn.update { $0 += 1 } })
    } else {
      _ = store.changes.subscribe(next: { _ in redrawn.update { $0 += 1 } })  // LEAK
    }
    return loaded
  }

  var redraws: Int { redrawn.value }
}

enum PullToRefresh: LeakProgram {
  static func run() {
    let store = NewsStore()
    let list = NewsList(store)
    for pull in 0..<16 {
      list.refresh().wait()
      let banner = store.changes.take(1).subscribe(next: { _ in })
      store.changes.next(pull)
      pause(milliseconds: 8)
      banner.dispose()
    }
    for change in 0..<15 {
      store.changes.next(change)
      pause(milliseconds: 4)
    }
    print("redrawn more than once a change", list.redraws > 31)
    withExtendedLifetime(list) {}
  }
}
