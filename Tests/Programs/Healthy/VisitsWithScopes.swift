// healthy: a scoped disposable ends each visit's subscription as it goes out of sight, and nobody calls dispose

import Signals

private func visit(_ news: PublishSubject<Int>, _ number: Int) {
  let scope = ScopedDisposable(news.map { $0 + number }.subscribe(next: { _ in }))
  news.next(number)
  pause(milliseconds: 2)
  withExtendedLifetime(scope) {}
}

/// Visitors hear announcements while they are there.
enum VisitsWithScopes: LeakProgram {
  static func run() {
    let news = PublishSubject<Int>()
    for number in 0..<40 { visit(news, number) }
    pause(milliseconds: 40)
  }
}
