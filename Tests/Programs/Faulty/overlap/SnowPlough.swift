// fault: overlap
// verdict: finding
// proof: run
// says: two threads send into one closure's subscriber at once

import Signals
@preconcurrency import Dispatch

/// A plough that hears two dispatchers at the same time.
enum SnowPlough: LeakProgram {
  static func run() {
    let orders = Signal<Int>.create { subscriber in  // LEAK
      let group = DispatchGroup()
      let lock = Shared(0)
      for dispatcher in 0..<2 {
        DispatchQueue.global().async(group: group) {
          for order in 0..<4000 {
            if mended {
              lock.update { _ in subscriber.next(order * 2 + dispatcher) }
            } else {
              subscriber.next(order * 2 + dispatcher)
            }
          }
        }
      }
      group.wait()
      subscriber.completed()
      return Disposable()
    }
    let heard = Shared(0)
    _ = orders.subscribe(next: { _ in heard.update { $0 += 1 } })
    print(heard.value)
    pause(milliseconds: 30)
  }
}
