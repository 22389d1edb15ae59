// healthy: shares that begin again, combined with others; a stop on one branch
// says: Tabs share their feeds, a tab that is left lets go of its own, and the pinned one stays to the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Feeds: Sendable {
  let cpu: Signal<Int>
  let memory: Signal<Int>
  let disk: Signal<Int>
  private let clock = QueueScheduler("feeds")

  init() {
    let clock = clock
    let feed = { @Sendable (period: Int) in
      Signal<Int>.interval(.milliseconds(period), on: clock).scan(50) { old, new in (old * 3 + new) % 100 }
        .share(replay: 1)
    }
    cpu = feed(4)
    memory = feed(6)
    disk = feed(9)
  }
}

private final class Tab: Sendable {
  let painted = Atomic<Int>(0)
  private let hidden = PublishSubject<Void>()
  private let bag = DisposeBag()

  init(_ feeds: Feeds, shows number: Int) {
    let left = number % 2 == 0 ? feeds.cpu : feeds.memory
    let chart = left.take(until: hidden).combineLatest(with: feeds.disk)
    chart
      .map { value, disk in value + disk }
      .distinctUntilChanged()
      .subscribe(next: { [weak self] _ in self?.painted.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    feeds.disk.sample(on: left).subscribe(next: { _ in }).disposed(by: bag)
  }

  /// The disk's line goes on; the other chart stands still.
  func hide() { hidden.next(()) }
}

enum DashboardTabs: LeakProgram {
  static func run() {
    let feeds = Feeds()
    let pinned = Tab(feeds, shows: 0)
    for visit in 0..<24 {
      let tab = Tab(feeds, shows: visit)
      pause(milliseconds: 6)
      tab.hide()
      pause(milliseconds: 5)
      withExtendedLifetime(tab) {}
    }
    pinned.hide()
    pause(milliseconds: 30)
    print("painted", pinned.painted.load(ordering: .relaxed) > 5)
    exit(0)
  }
}
