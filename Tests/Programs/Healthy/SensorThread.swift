// healthy: values dropped at a disposed subscriber
// says: The disposable of `create` tells its thread to stop; the thread sees that with its next reading, a few too late.
// allows: nothing

import Dispatch
import Signals

enum SensorThread: LeakProgram {
  static func run() {
    let readings = Signal<Int>.create { subscriber in
      let isWanted = Shared(true)
      DispatchQueue.global().async {
        var reading = 0
        while isWanted.value {
          pause(milliseconds: 2)
          subscriber.next(reading)
          reading += 1
        }
        subscriber.completed()
      }
      return Disposable { isWanted.update { $0 = false } }
    }
    for _ in 0..<5 {
      let watching = readings.filter { $0 % 2 == 0 }.subscribe(next: { _ in })
      pause(milliseconds: 25)
      watching.dispose()
    }
    pause(milliseconds: 40)
  }
}
