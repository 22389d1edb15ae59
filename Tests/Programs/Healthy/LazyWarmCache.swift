// healthy: nested edges from deferred, using and do; they outlive those for whose sake they began
// says: Whatever is asked for first is loaded and kept up to date for everybody; the question itself is answered and over.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Cache: Sendable {
  private let rates = Shared<[String: BehaviorSubject<Int>]>([:])
  private let life = CompositeDisposable()
  private let feed: Signal<Int>

  init(_ feed: Signal<Int>) { self.feed = feed }

  /// The rate of a currency, kept up to date from the first question on.
  private func entry(_ currency: String) -> BehaviorSubject<Int> {
    if let known = rates.value[currency] { return known }
    let new = BehaviorSubject(1)
    rates.update { $0[currency] = new }
    life.add(feed.map { $0 + currency.utf8.count }.subscribe(next: { new.next($0) }))
    return new
  }

  func lookUp(_ currency: String) -> Signal<Int> {
    Signal<Int>.deferred { self.entry(currency).take(1) }
  }

  func convert(_ amount: Int, to currency: String) -> Signal<Int> {
    Signal<Int>.using(
      { Disposable() },
      signal: { _ in self.entry(currency).take(1).map { $0 * amount } })
  }

  func prefetch(_ currencies: [String]) -> Signal<String> {
    Signal<String>.from(currencies).do { _ = self.entry($0) }
  }
}

enum LazyWarmCache: LeakProgram {
  static func run() {
    let feed = PublishSubject<Int>()
    let cache = Cache(feed)
    _ = cache.prefetch(["EUR", "USD"]).subscribe(next: { _ in })
    for question in 0..<60 {
      let bag = CompositeDisposable()
      bag.add(cache.lookUp(["EUR", "CHF", "SEK"][question % 3]).subscribe(next: { _ in }))
      bag.add(cache.convert(question, to: ["USD", "NOK"][question % 2]).subscribe(next: { _ in }))
      bag.dispose()
      feed.next(question)
      pause(milliseconds: 3)
    }
    exit(0)
  }
}
