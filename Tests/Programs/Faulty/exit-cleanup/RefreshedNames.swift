// fault: exit-cleanup
// verdict: finding
// proof: run
// says: the cache refreshes every name that was ever looked up until the proxy exits; nothing is ever evicted before

import Signals

/// Names and their addresses; what is in there is looked up again before it expires.
private final class ResolverCache {
  private struct Entry {
    let name: String
    let refreshing: Subscription
  }

  let lookups = Shared(0)
  private let clock: VirtualTimeScheduler
  private var entries: [Entry] = []

  init(_ clock: VirtualTimeScheduler) { self.clock = clock }

  var count: Int { entries.count }

  func resolve(_ name: String) {
    guard !entries.contains(where: { $0.name == name }) else { return }
    lookups.update { $0 += 1 }
    let refreshing = Signal<Int>.interval(.seconds(30), on: clock)
      .subscribe(next: { [lookups] _ in lookups.update { $0 += 1 } })  // LEAK
    entries.append(Entry(name: name, refreshing: refreshing))
    if mended, entries.count > 8 { entries.removeFirst().refreshing.dispose() }
  }

  func close() {
    for entry in entries { entry.refreshing.dispose() }
    entries = []
  }
}

/// A proxy: a few hosts are asked for all the time, most others once.
enum RefreshedNames: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let cache = ResolverCache(clock)
    let requests = PublishSubject<String>()
    let log = requests.buffer(for: .seconds(10), on: clock).subscribe(next: { _ in })
    for number in 0..<150 {
      let host = number % 3 == 0 ? "api\(number % 4).example.com" : "n\(number / 2).example.net"
      requests.next(host)
      cache.resolve(host)
      clock.advance(by: .seconds(2))
      pause(milliseconds: 2)
    }
    let (names, lookups) = (cache.count, cache.lookups.value)
    log.dispose()
    cache.close()
    print("names", names, "lookups", lookups)
  }
}
