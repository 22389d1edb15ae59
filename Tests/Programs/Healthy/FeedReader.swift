// healthy: repeat without end, catch that begins again, timers; a list that grows while feeds are added
// says: Every feed is polled at its pace, failures are waited out, feeds that are cancelled stop; the rest is polled to the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Unreachable: Error {}

private final class Web: Sendable {
  let requests = Atomic<Int>(0)
  private let network = QueueScheduler("network")

  func get(_ feed: Int) -> Signal<Int> {
    Signal<Int>.deferred {
      let number = self.requests.add(1, ordering: .relaxed).newValue
      let answer = Signal<Int>.timer(after: .milliseconds(3), on: self.network)
      return answer.map { _ in
        if (number + feed) % 11 == 0 { throw Unreachable() }
        return number
      }
    }
  }
}

private final class Reader: Sendable {
  let items = Atomic<Int>(0)
  private let web = Web()
  private let clock = QueueScheduler("clock")
  private let feeds = Shared<[Int: Disposable]>([:])

  func add(_ feed: Int) {
    let polling = web.get(feed)
      .catch { [clock] _ in Signal<Int>.timer(after: .milliseconds(25), on: clock).mapReplace(0) }
      .concat(Signal<Int>.empty().delay(for: .milliseconds(15), on: clock))
      .repeat()
      .distinctUntilChanged()
      .subscribe(next: { [weak self] _ in self?.items.add(1, ordering: .relaxed) })
    feeds.update { $0[feed] = polling }
  }

  func cancel(_ feed: Int) { feeds.update { $0.removeValue(forKey: feed) }?.dispose() }
  var count: Int { feeds.value.count }
}

enum FeedReader: LeakProgram {
  static func run() {
    let reader = Reader()
    for feed in 0..<24 {
      reader.add(feed)
      if feed % 4 == 3 { reader.cancel(feed - 2) }
      pause(milliseconds: 12)
    }
    pause(milliseconds: 150)
    print("feeds", reader.count)
    exit(0)
  }
}
