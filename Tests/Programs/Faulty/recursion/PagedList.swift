// fault: recursion
// verdict: likely
// proof: run
// says: a page flat-maps to the page after it, within itself: every page stays until the last one ends, and there is none

import Signals

/// Loads one page after the other, each by way of the one before.
enum PagedList: LeakProgram {
  static func run() {
    let clock = QueueScheduler("pages")
    let shown = Shared(0)
    let pages: Signal<Int>
    if mended {
      pages = Signal<Int>.interval(.milliseconds(3), on: clock).concatMap { page($0, on: clock) }
    } else {
      pages = following(0, on: clock)
    }
    let list = pages.subscribe(next: { page in shown.update { $0 = page } })
    pause(milliseconds: 160)
    list.dispose()
  }

  private static func page(_ number: Int, on clock: QueueScheduler) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(2), on: clock).map { _ in number }
  }

  private static func following(_ number: Int, on clock: QueueScheduler) -> Signal<Int> {
    page(number, on: clock)
      .flatMap { shown in following(shown + 1, on: clock).startWith(shown) }  // LEAK
  }
}
