// healthy: timers that never fire, one for each value
// says: Each message puts the timeout off; the link is never idle for that long.
// allows: nothing

import Glibc
import Signals

enum IdleTimeouts: LeakProgram {
  static func run() {
    let clock = QueueScheduler("link")
    let bytes = PublishSubject<Int>()
    let bag = DisposeBag()
    for link in 0..<3 {
      bytes.map { $0 + link }.timeout(eachValue: .seconds(20), on: clock).subscribe(next: { _ in }).disposed(
        by: bag)
    }
    for byte in 0..<70 {
      bytes.next(byte)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}
