// healthy: work is over without an answer for the one who waits
// says: Somebody waits for the bell each time. Most visits end without a ring, and the next one may bring it.
// allows: nothing

import Signals

/// Visitors come up the path one after another, and some of them ring.
enum DoorbellAtNight: LeakProgram {
  static func run() {
    let path = QueueScheduler("path")
    let bell = PublishSubject<Int>()
    let rings = Shared(0)
    let bag = DisposeBag()
    let waiting = SerialDisposable()
    let wait: @Sendable () -> Void = {
      waiting.inner = bell.first().subscribe(next: { _ in rings.update { $0 += 1 } })
    }
    wait()
    for visitor in 0..<14 {
      let heard = rings.value
      Signal<Int>.interval(.milliseconds(2), on: path).take(2)
        .subscribe(completed: { if visitor % 4 == 1 { bell.next(visitor) } })
        .disposed(by: bag)
      pause(milliseconds: 8)
      if rings.value > heard { wait() }
    }
    pause(milliseconds: 80)
    print("rings", rings.value)
    waiting.dispose()
    bag.dispose()
  }
}
