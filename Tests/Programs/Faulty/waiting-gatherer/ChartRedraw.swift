// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the chart waits for quiet before it draws, and prices never pause: it draws nothing; throttle was meant

import Signals

/// A chart that is not to be drawn for each price.
enum ChartRedraw: LeakProgram {
  static func run() {
    let clock = QueueScheduler("display")
    let prices = PublishSubject<Int>()
    let drawn = Shared(0)
    let bag = DisposeBag()
    let shown =
      mended
      ? prices.throttle(for: .milliseconds(30), on: clock)
      : prices.debounce(for: .milliseconds(300), on: clock)  // LEAK
    shown
      .subscribe(next: { _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    for price in 0..<900 {
      prices.next(price)
      if price % 5 == 0 { pause(milliseconds: 2) }
    }
    print("drawn", drawn.value)
    bag.dispose()
  }
}
