// fault: forgotten-handle
// verdict: likely
// proof: run
// says: each page binds its scroll position to the common relay, and lets go of the handle; some are disposed elsewhere

import Signals

private final class Page: Sendable {
  let position = PublishSubject<Int>()
  let bag = DisposeBag()
}

/// Pages of a reader, whose positions all go to one relay.
enum PagesBoundToRelay: LeakProgram {
  static func run() {
    let clock = QueueScheduler("scrolling")
    let positions = PublishRelay<Int>()
    let latest = Shared(0)
    let reader = positions.subscribe(next: { position in latest.update { $0 = position } })
    for number in 0..<16 {
      let page = Page()
      let scrolling = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + number }
      if number % 2 == 0 || mended {
        scrolling.bind(to: positions).disposed(by: page.bag)
      } else {
        _ = scrolling.bind(to: positions)  // LEAK
      }
      pause(milliseconds: 7)
      page.bag.dispose()
    }
    pause(milliseconds: 40)
    reader.dispose()
  }
}
