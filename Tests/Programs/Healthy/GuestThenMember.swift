// healthy: most of the line were disposed, those that came late are not
// says: Guest pages come and go; with the login the member's pages are opened through the same function and stay open.
// allows: suspect

import Glibc
import Signals

private func open(_ page: Int, of news: Signal<Int>) -> Subscription {
  news.filter { $0 % 5 == page }.subscribe(next: { _ in })
}

enum GuestThenMember: LeakProgram {
  static func run() {
    let news = PublishSubject<Int>()
    for page in 0..<10 {
      let visited = open(page % 5, of: news)
      news.next(page)
      pause(milliseconds: 3)
      visited.dispose()
    }
    let member = (0..<5).map { open($0, of: news) }
    for item in 0..<60 {
      news.next(item)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(member) { exit(0) }
  }
}
