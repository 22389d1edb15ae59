// healthy: gatherers whose inputs send at very different rates
// says: The position changes all the time, the size once, and the theme is sampled with each tap.
// allows: nothing

import Signals

enum ScrolledList: LeakProgram {
  static func run() {
    let position = PublishSubject<Int>()
    let size = PublishSubject<Int>()
    let taps = PublishSubject<Int>()
    let theme = BehaviorSubject("light")
    let bag = DisposeBag()
    combineLatest(position, size).map { $0.0 * 100 / max(1, $0.1) }.subscribe(next: { _ in }).disposed(
      by: bag)
    taps.withLatestFrom(theme).subscribe(next: { _ in }).disposed(by: bag)
    size.next(1000)
    for offset in 0..<1500 {
      position.next(offset)
      if offset % 400 == 0 { taps.next(offset) }
    }
    pause(milliseconds: 20)
    bag.dispose()
  }
}
