// healthy: the same place holds ever new subscriptions
// says: The serial disposable ends the old tab as the new one comes.
// allows: nothing

import Glibc
import Signals

enum OneTabAtATime: LeakProgram {
  static func run() {
    let news = PublishSubject<Int>()
    let shown = SerialDisposable()
    for tab in 0..<40 {
      shown.inner = news.filter { $0 % 2 == tab % 2 }.subscribe(next: { _ in })
      news.next(tab)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(shown) { exit(0) }
  }
}
