// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing the window ends the choice of tabs, and leaves the newest tab's page where it is

import Signals

/// Windows that show the page of the tab that is chosen.
enum CurrentTab: LeakProgram {
  static func run() {
    let pages = PublishSubject<Int>()
    let windows = (0..<3).map { _ in (tab: BehaviorSubject(0), closed: PublishSubject<Void>()) }
    for window in windows {
      let page: @Sendable (Int) -> Signal<Int> = { tab in pages.filter { $0 % 4 == tab } }
      if mended {
        _ = window.tab.flatMapLatest(page).take(until: window.closed).subscribe(next: { _ in })
      } else {
        _ = window.tab.take(until: window.closed)
          .flatMapLatest(page)  // LEAK
          .subscribe(next: { _ in })
      }
    }
    for tab in 0..<6 {
      for window in windows { window.tab.next(tab % 4) }
      for page in 0..<4 { pages.next(page) }
      if tab == 3 { windows[1].closed.next(()) }
    }
    for window in windows { window.closed.next(()) }
    for page in 0..<12 { pages.next(page) }
    pause(milliseconds: 40)
  }
}
