// healthy: values that come after the disposal
// says: The library below has one callback under way when it is told to stop; that one comes too late and is dropped.
// allows: nothing

import Signals

enum CallbackAfterClose: LeakProgram {
  static func run() {
    let clock = QueueScheduler("library")
    let answers = Signal<Int>.create { subscriber in
      for number in 1...3 {
        clock.schedule(after: .milliseconds(Int64(number) * 4)) { subscriber.next(number) }
      }
      return Disposable()
    }
    for _ in 0..<8 {
      let screen = answers.subscribe(next: { _ in })
      pause(milliseconds: 9)
      screen.dispose()
    }
    pause(milliseconds: 80)
  }
}
