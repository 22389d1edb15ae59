// healthy: what create subscribes to has completed, and nobody was told
// says: Each reader gets what the cache has, and then waits for the driver to call, which has nothing new in this run.
// allows: suspect

import Signals

private final class Driver: Sendable {
  private let callbacks = Shared<[Int: @Sendable (Int) -> Void]>([:])
  private let next = Shared(0)
  private let cache = Signal<Int>.of(1, 2, 3)

  var readings: Signal<Int> {
    .create { [self] subscriber in
      _ = cache.subscribe(next: { subscriber.next($0) })
      let number = next.update { number -> Int in
        number += 1
        return number
      }
      callbacks.update { $0[number] = { subscriber.next($0) } }
      return Disposable { [callbacks] in callbacks.update { $0[number] = nil } }
    }
  }
}

enum CachedThenCalledBack: LeakProgram {
  static func run() {
    let driver = Driver()
    let bag = DisposeBag()
    let seen = Shared(0)
    for _ in 0..<6 {
      driver.readings.subscribe(next: { _ in seen.update { $0 += 1 } }).disposed(by: bag)
      pause(milliseconds: 8)
    }
    pause(milliseconds: 40)
    print("seen", seen.value)
    withExtendedLifetime(bag) {}
  }
}
