// healthy: the same cold signal is subscribed to twice at once
// says: Each reader reads from the beginning at its own pace; sharing would give the second the middle of the file.
// allows: suspect

import Signals

enum TwoReadersOfAFile: LeakProgram {
  static func run() {
    let clock = QueueScheduler("disk")
    let file = Signal<Int>.create { subscriber in
      let line = Shared(0)
      return clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) {
        let number = line.update {
          $0 += 1; return $0
        }
        subscriber.next(number)
        if number == 12 { subscriber.completed() }
      }
    }
    _ = file.subscribe(next: { _ in })
    pause(milliseconds: 10)
    _ = file.filter { $0 % 2 == 0 }.subscribe(next: { _ in })
    pause(milliseconds: 150)
  }
}
