// healthy: held by an owner that was disposed, and by one that lives
// says: What is shown stays with the page; the popup's bag held it as well and ended it first, and the page has a new one.
// allows: nothing

import Signals
import Synchronization

private final class Page: Sendable {
  let life = CompositeDisposable()
  let shown = Atomic<Int>(0)

  func show(_ data: Signal<Int>, with popup: CompositeDisposable) {
    let subscription = data.subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
    life.add(subscription)
    popup.add(subscription)
  }
}

enum TwoOwners: LeakProgram {
  static func run() {
    let data = PublishSubject<Int>()
    let page = Page()
    for visit in 0..<40 {
      let popup = CompositeDisposable()
      page.show(data, with: popup)
      data.next(visit)
      pause(milliseconds: 2)
      popup.dispose()
    }
    page.show(data, with: CompositeDisposable())
    data.next(41)
    page.life.dispose()
    print("shown", page.shown.load(ordering: .relaxed))
  }
}
