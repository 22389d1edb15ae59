// healthy: a connection whose disposable is thrown away, with a source that never ends
// says: The sensor is connected once, at the start; listeners come and go while the process lives.
// allows: nothing

import Signals

enum BusForTheProcess: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sensor")
    let bus = PublishSubject<Int>()
    let connection = Signal<Int>.interval(.milliseconds(2), on: clock).multicast(bus)
    _ = connection.connect()
    for listener in 0..<12 {
      let hearing = connection.signal.map { $0 * listener }.subscribe(next: { _ in })
      pause(milliseconds: 7)
      hearing.dispose()
    }
    pause(milliseconds: 10)
  }
}
