// healthy: handles let go, sources that never end
// says: What a tab follows ends with the tab's life, of which the tab keeps the token; two tabs are open.
// allows: nothing

import Glibc
import Signals

private final class Tab {
  private let lifetime: Lifetime
  private let token: Lifetime.Token
  init(_ news: Signal<Int>) {
    (lifetime, token) = Lifetime.make()
    _ = news.take(during: lifetime).subscribe(next: { _ in })
  }
}

enum TabsOfALife: LeakProgram {
  static func run() {
    let news = PublishSubject<Int>()
    var tabs: [Tab] = []
    for item in 0..<30 {
      tabs.append(Tab(news))
      news.next(item)
      if tabs.count > 2 { tabs.removeFirst() }
      pause(milliseconds: 2)
    }
    withExtendedLifetime(tabs) { exit(0) }
  }
}
