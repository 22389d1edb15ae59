// healthy: each window is subscribed to within next, and ends as the next one begins

import Signals

/// Sums of each ten readings.
enum WindowsThatClose: LeakProgram {
  static func run() {
    let readings = PublishSubject<Int>()
    let bag = DisposeBag()
    readings.window(count: 10).subscribe(next: { window in
      _ = window.scan(0) { $0 + $1 }.subscribe(next: { _ in })
    }).disposed(by: bag)
    for reading in 0..<240 {
      readings.next(reading)
      if reading % 10 == 0 { pause(milliseconds: 3) }
    }
    bag.dispose()
    pause(milliseconds: 40)
  }
}
