// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the signal starts a task that reads the sensor and returns nothing that would cancel it

import Signals

/// Shows a sensor on one screen after the other.
enum SensorCallbacks: LeakProgram {
  static func run() {
    let readings = Signal<Int>.create { subscriber in  // LEAK
      let reading = Task {
        for value in 0..<400 where !Task.isCancelled {
          subscriber.next(value)
          try? await Task.sleep(for: .milliseconds(2))
        }
      }
      return mended ? Disposable { reading.cancel() } : nil
    }
    for _ in 0..<6 {
      let screen = DisposeBag()
      readings.subscribe(next: { _ in }).disposed(by: screen)
      pause(milliseconds: 12)
      screen.dispose()
    }
    pause(milliseconds: 80)
  }
}
