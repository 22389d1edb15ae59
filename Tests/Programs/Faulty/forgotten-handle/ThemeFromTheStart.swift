// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: each page watches the theme and drops the handle; pages come and go, the watchers stay

import Signals

private let theme = PublishSubject<String>()
private let scrolled = PublishSubject<Int>()

private final class Page {
  private let bag = DisposeBag()

  init(_ number: Int) {
    scrolled.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag)
    let watcher = theme.map { "\($0) \(number)" }.subscribe(next: { _ in })  // LEAK
    if mended { watcher.disposed(by: bag) }
  }
}

/// A reader that turns its pages.
enum ThemeFromTheStart: LeakProgram {
  static func run() {
    var shown: Page?
    for number in 0..<25 {
      shown = Page(number)
      scrolled.next(number)
      theme.next(number % 2 == 0 ? "dark" : "light")
      pause(milliseconds: 2)
    }
    shown = nil
    for turn in 0..<6 { theme.next("theme \(turn)") }
    withExtendedLifetime(shown) {}
  }
}
