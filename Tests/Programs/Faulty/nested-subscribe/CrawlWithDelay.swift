// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each page subscribes to its changes within next, and nobody holds those: the crawl's end is not theirs

import Signals
import Synchronization

private struct Page: Sendable {
  let path: String
  let depth: Int
}

/// A crawler that polls what it has found, politely: the first poll after a delay, on a scheduler of each host.
private final class Crawler: Sendable {
  let found = PublishSubject<Page>()
  let polls = Atomic<Int>(0)
  private let hosts = [QueueScheduler("host a"), QueueScheduler("host b")]
  private let bag = DisposeBag()

  func start() {
    if mended {
      found.flatMap { self.changes(of: $0) }.subscribe(next: { _ in self.count() }).disposed(by: bag)
    } else {
      found.subscribe(next: { page in
        _ = self.changes(of: page).subscribe(next: { _ in self.count() })  // LEAK
      }).disposed(by: bag)
    }
  }

  func stop() { bag.dispose() }

  private func count() { polls.add(1, ordering: .relaxed) }

  private func changes(of page: Page) -> Signal<Int> {
    let host = hosts[page.depth % 2]
    return Signal<Int>.interval(.milliseconds(5), on: host).delaySubscription(for: .milliseconds(3), on: host)
  }
}

enum CrawlWithDelay: LeakProgram {
  static func run() {
    let crawler = Crawler()
    crawler.start()
    let depths = crawler.found.map(\.depth).distinctUntilChanged().subscribe(next: { _ in })
    for number in 0..<12 {
      crawler.found.next(Page(path: "/\(number)", depth: number / 3))
      pause(milliseconds: 4)
    }
    crawler.stop()
    depths.dispose()
    pause(milliseconds: 90)
    print("polls", crawler.polls.load(ordering: .relaxed) > 0)
  }
}
