// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: create has no disposable for the thread of the driver: it sends on to nobody

import Dispatch
import Signals

/// Wraps a driver that calls back for every sample.
enum WrappedDriver: LeakProgram {
  static func run() {
    let driver = Driver()
    let samples = Signal<Int>.create { subscriber in  // LEAK
      let listening = driver.listen { subscriber.next($0) }
      return Disposable { if mended { driver.forget(listening) } }
    }
    let sum = Shared(0)
    for _ in 0..<4 {
      let reading = samples.subscribe(next: { value in sum.update { $0 += value } })
      driver.run(20)
      reading.dispose()
    }
    driver.run(120)
    pause(milliseconds: 20)
  }
}

private final class Driver: Sendable {
  private let listeners = Shared([Int: @Sendable (Int) -> Void]())
  private let last = Shared(0)

  func listen(_ body: @escaping @Sendable (Int) -> Void) -> Int {
    let number = last.update {
      $0 += 1; return $0
    }
    listeners.update { $0[number] = body }
    return number
  }

  func forget(_ number: Int) { listeners.update { $0[number] = nil } }

  func run(_ samples: Int) {
    for sample in 0..<samples {
      for listener in listeners.value.values { listener(sample) }
      if sample % 10 == 0 { pause(milliseconds: 1) }
    }
  }
}
