// healthy: catch that begins again
// says: While the live feed is away the cached prices are shown, and each time it is tried again at a modest rate.
// allows: nothing

import Signals
import Synchronization

private struct Offline: Error {}

private final class Board: Sendable {
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()
  let shown = Atomic<Int>(0)

  func show(live: Signal<Int>, cached: Int) {
    live
      .catch { [clock] _ in
        Signal<Int>.just(cached).concat(Signal<Int>.empty().delay(for: .milliseconds(30), on: clock))
      }
      .repeat()
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FallbackUntilLive: LeakProgram {
  static func run() {
    let attempts = Atomic<Int>(0)
    let prices = PublishSubject<Int>()
    let live = Signal<Int>.deferred {
      attempts.add(1, ordering: .relaxed).newValue % 4 == 0 ? prices.take(30) : Signal<Int>.fail(Offline())
    }
    let board = Board()
    board.show(live: live, cached: 7)
    for price in 0..<120 {
      prices.next(price)
      pause(milliseconds: 3)
    }
    print("shown", board.shown.load(ordering: .relaxed))
  }
}
