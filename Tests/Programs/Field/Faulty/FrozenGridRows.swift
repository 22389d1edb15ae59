// fault: handle-thrown-away
// verdict: likely
// proof: run
// says: each grid listens to the pointer of the page and assigns the handle to nothing; destroyed grids go on listening
// source: ghiscoding/Angular-Slickgrid #610
// fix: every subscription of a grid is kept, and all are unsubscribed as the grid is destroyed

import Signals

/// What happens on the page, for every grid that is shown on it.
private final class PageEvents: Sendable {
  let rowEntered = PublishRelay<Int>()
  let pageChanged = PublishRelay<Int>()
}

/// A grid whose first columns stay in place while the others scroll.
private final class FrozenGrid: Sendable {
  private let highlighted = Shared(0)
  private let page = Shared(0)
  private let bag = DisposeBag()

  init(_ events: PageEvents, drawn: Shared<Int>) {
    let highlight: @Sendable (Int) -> Void = { [highlighted] row in
      highlighted.update { $0 = row }
      drawn.update { $0 += 1 }
    }
    if mended {
      events.rowEntered.subscribe(next: highlight).disposed(by: bag)
    } else {
      _ = events.rowEntered.subscribe(next: highlight)  // LEAK
    }
    events.pageChanged
      .distinctUntilChanged()
      .subscribe(next: { [page] number in page.update { $0 = number } })
      .disposed(by: bag)
  }

  func destroy() { bag.dispose() }
}

enum FrozenGridRows: LeakProgram {
  static func run() {
    let events = PageEvents()
    let drawn = Shared(0)
    let log = events.rowEntered.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for visit in 0..<5 {
      let grid = FrozenGrid(events, drawn: drawn)
      for row in 0..<4 {
        events.rowEntered.accept(row)
        pause(milliseconds: 4)
      }
      events.pageChanged.accept(visit)
      pause(milliseconds: 8)
      grid.destroy()
    }
    pause(milliseconds: 60)
    events.rowEntered.accept(2)
    print("drawn", drawn.value)
    log.dispose()
    withExtendedLifetime(events) {}
  }
}
