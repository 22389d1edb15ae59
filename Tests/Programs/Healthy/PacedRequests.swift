// healthy: a gatherer that waits for its second input
// says: The addresses are known at once, and the clock lets one go every few milliseconds: zip is here to make them wait.
// allows: nothing

import Signals
import Synchronization

private final class Crawler: Sendable {
  private let clock = QueueScheduler("pace")
  private let network = QueueScheduler("network")
  let fetched = Atomic<Int>(0)

  func crawl(_ addresses: [String], whenDone done: @escaping @Sendable () -> Void) {
    _ = zip(Signal<String>.from(addresses), Signal<Int>.interval(.milliseconds(3), on: clock))
      .map { $0.0 }
      .flatMap { [network] address in
        Signal<Int>.timer(after: .milliseconds(5), on: network).map { _ in address.utf8.count }
      }
      .subscribe(next: { _ in self.fetched.add(1, ordering: .relaxed) }, completed: done)
  }
}

enum PacedRequests: LeakProgram {
  static func run() {
    let crawler = Crawler()
    let isDone = Flag()
    crawler.crawl((0..<90).map { "https://example.org/\($0)" }) { isDone.raise() }
    isDone.wait()
    print("fetched", crawler.fetched.load(ordering: .relaxed))
  }
}
