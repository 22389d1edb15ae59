// fault: removed-undisposed
// verdict: likely
// proof: run
// says: closing a tab removes its subscription from the window, which does not dispose it; nobody else has it

import Signals

/// A window with tabs. Tabs may move to another window, or close.
enum TabBar: LeakProgram {
  static func run() {
    let pages = PublishSubject<Int>()
    let window = CompositeDisposable()
    let other = CompositeDisposable()
    var tabs = (0..<6).map { tab in pages.filter { $0 == tab }.subscribe(next: { _ in }) }
    for tab in tabs { window.add(tab) }
    for page in 0..<6 { pages.next(page) }

    // Moved.
    window.remove(tabs[0])
    other.add(tabs[0])
    // Closed.
    for tab in tabs[2...4] {
      if mended { tab.dispose() }
      window.remove(tab)  // LEAK
    }
    tabs.removeSubrange(2...4)
    for page in 0..<6 { pages.next(page) }
    window.dispose()
    other.dispose()
    for page in 0..<12 { pages.next(page % 6) }
    pause(milliseconds: 30)
  }
}
