// healthy: subscriptions are made within scan, one for each value
// says: The state of scan is the handle of the speed before, which is disposed as the next one begins; the last at the end.
// allows: nothing

import Signals

private final class Wipers: Sendable {
  let speeds = PublishSubject<Int>()
  private let wiped = Shared(0)
  private let bag = DisposeBag()
  private let last = SerialDisposable()

  func start(_ rain: Signal<Int>) {
    last.disposed(by: bag)
    speeds
      .scan(Disposable?.none) { [wiped, last] before, speed in
        before?.dispose()
        let wiping = rain.filter { $0 % speed == 0 }.subscribe(next: { _ in wiped.update { $0 += 1 } })
        last.inner = wiping
        return wiping
      }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func park() { bag.dispose() }
}

enum WipersInScan: LeakProgram {
  static func run() {
    let rain = PublishSubject<Int>()
    let gauge = rain.scan(0, +).subscribe(next: { _ in })
    for _ in 0..<5 {
      let wipers = Wipers()
      wipers.start(rain)
      for speed in 1...4 {
        wipers.speeds.next(speed)
        for drop in 0..<8 { rain.next(drop) }
        pause(milliseconds: 3)
      }
      wipers.park()
      for drop in 0..<10 { rain.next(drop) }
      pause(milliseconds: 3)
    }
    gauge.dispose()
  }
}
