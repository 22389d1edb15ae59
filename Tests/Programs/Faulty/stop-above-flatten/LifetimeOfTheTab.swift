// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of the tab's life stops the addresses, not the pages that reload themselves for ever below them

import Signals

private final class Tab: Sendable {
  let (lifetime, token) = Lifetime.make()
  let addresses = PublishSubject<Int>()
}

/// Tabs that reload their page again and again, until they are closed.
enum LifetimeOfTheTab: LeakProgram {
  static func run() {
    let clock = QueueScheduler("reload")
    for number in 0..<6 {
      let tab = Tab()
      let reload: @Sendable (Int) -> Signal<Int> = { page in
        Signal<Int>.interval(.milliseconds(5), on: clock).map { $0 + page }
      }
      let pages: Signal<Int>
      if mended {
        pages = tab.addresses.flatMapLatest { reload($0) }.take(during: tab.lifetime)
      } else {
        pages = tab.addresses.take(during: tab.lifetime).flatMapLatest { reload($0) }  // LEAK
      }
      _ = pages.subscribe(next: { _ in })
      tab.addresses.next(number)
      pause(milliseconds: 6)
      tab.addresses.next(number + 1)
      pause(milliseconds: 6)
    }
    pause(milliseconds: 80)
  }
}
