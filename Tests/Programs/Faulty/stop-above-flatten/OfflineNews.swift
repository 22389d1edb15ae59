// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: leaving the page stops the live feed only, not the cache that `catch` has put in its place

import Signals

private struct NoNetwork: Error {}

/// Pages that show live news, or what the cache sends when there is no network.
enum OfflineNews: LeakProgram {
  static func run() {
    let cache = PublishSubject<String>()
    let online = page(live: PublishSubject<String>(), cache)
    let live = PublishSubject<String>()
    let leave = page(live: live, cache)

    live.next("one")
    live.error(NoNetwork())
    cache.next("two")
    leave.next(())
    online.next(())
    for item in 0..<25 { cache.next("old \(item)") }
    pause(milliseconds: 40)
  }

  /// A page, and what leaves it.
  private static func page(live: Signal<String>, _ cache: Signal<String>) -> PublishSubject<Void> {
    let left = PublishSubject<Void>()
    let news: Signal<String>
    if mended {
      news = live.catch { _ in cache }.take(until: left)
    } else {
      news = live.take(until: left)
        .catch { _ in cache }  // LEAK
    }
    _ = news.subscribe(next: { _ in })
    return left
  }
}
