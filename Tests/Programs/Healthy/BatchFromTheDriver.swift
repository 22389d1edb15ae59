// healthy: several values after the disposal
// says: The driver hands over what it has read in one go; who closes in the middle of that gets no more, and it ends there.
// allows: nothing

import Signals

enum BatchFromTheDriver: LeakProgram {
  static func run() {
    let driver = QueueScheduler("driver")
    let samples = Signal<Int>.create { subscriber in
      let closed = Shared(false)
      let reading = driver.schedule(after: .milliseconds(2), every: .milliseconds(4)) {
        guard !closed.value else { return }
        for sample in 0..<8 { subscriber.next(sample) }
      }
      return Disposable {
        closed.update { $0 = true }
        reading.dispose()
      }
    }
    for _ in 0..<6 {
      let seen = Shared(0)
      let handle = Shared<Subscription?>(nil)
      let reader = samples.subscribe(next: { _ in
        if seen.update({
          $0 += 1; return $0
        }) == 11 {
          handle.value?.dispose()
        }
      })
      handle.update { $0 = reader }
      pause(milliseconds: 15)
    }
    pause(milliseconds: 40)
  }
}
