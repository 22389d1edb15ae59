// healthy: disposal that is passed on later, on a queue
// says: Devices must be closed on the driver's queue, so disposing takes a moment; each one is closed.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Driver: Sendable {
  private let queue = DispatchQueue(label: "driver")
  let interrupts = PublishSubject<Int>()

  func device(_ number: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let reading = self.interrupts.filter { $0 % 4 == number % 4 }.subscribe(next: { subscriber.next($0) })
      return Disposable {
        self.queue.async {
          pause(milliseconds: 1)
          reading.dispose()
        }
      }
    }
  }
}

enum SlowUnplug: LeakProgram {
  static func run() {
    let driver = Driver()
    for number in 0..<50 {
      let bag = CompositeDisposable()
      bag.add(driver.device(number).subscribe(next: { _ in }))
      for interrupt in 0..<8 { driver.interrupts.next(interrupt) }
      bag.dispose()
      driver.interrupts.next(number)
      pause(milliseconds: 3)
    }
  }
}
