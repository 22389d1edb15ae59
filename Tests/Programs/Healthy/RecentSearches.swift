// healthy: a dictionary of handles that grows, then stays as large as its limit
// says: A cache keeps the subscriptions of the eight newest words; what falls out is disposed.
// allows: nothing

import Signals

private final class Searches {
  private var order: [Int] = []
  private var live: [Int: Subscription] = [:]
  private let index: Signal<Int>

  init(_ index: Signal<Int>) { self.index = index }

  func search(_ word: Int) {
    guard live[word] == nil else { return }
    live[word] = index.filter { $0 % (word + 1) == 0 }.subscribe(next: { _ in })
    order.append(word)
    if order.count > 8 { live.removeValue(forKey: order.removeFirst())?.dispose() }
  }
}

enum RecentSearches: LeakProgram {
  static func run() {
    let index = PublishSubject<Int>()
    let searches = Searches(index)
    for word in 0..<30 {
      searches.search(word)
      index.next(word)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 50)
    withExtendedLifetime(searches) {}
  }
}
