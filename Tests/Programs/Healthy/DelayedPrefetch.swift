// healthy: subscriptions within next that nobody holds; some alive at exit
// says: Opening a page prefetches its links a little later, two pieces each; the last pages' are not there yet.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Prefetcher: Sendable {
  let opened = PublishSubject<Int>()
  let pieces = Atomic<Int>(0)
  private let hosts = [QueueScheduler("host a"), QueueScheduler("host b")]
  private let bag = DisposeBag()

  func start() {
    opened.subscribe(next: { page in
      let host = self.hosts[page % 2]
      _ = Signal<Int>.interval(.milliseconds(4), on: host).take(2)
        .delaySubscription(for: .milliseconds(5), on: host)
        .subscribe(next: { _ in self.pieces.add(1, ordering: .relaxed) })
    }).disposed(by: bag)
  }
}

enum DelayedPrefetch: LeakProgram {
  static func run() {
    let prefetcher = Prefetcher()
    prefetcher.start()
    let settled = prefetcher.opened.debounce(for: .milliseconds(5), on: QueueScheduler("ui"))
    let title = settled.map { "page \($0)" }.subscribe(next: { _ in })
    for page in 0..<40 {
      prefetcher.opened.next(page)
      pause(milliseconds: 4)
    }
    title.dispose()
    print("pieces", prefetcher.pieces.load(ordering: .relaxed) > 0)
    exit(0)
  }
}
