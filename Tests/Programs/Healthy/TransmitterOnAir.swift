// healthy: what connect returned is let go, listeners come and go, the connection is alive at the end
// says: The transmitter sends day and night, whether or not somebody listens; that is what it is for.
// allows: suspect

import Signals

/// A transmitter that is connected once.
enum TransmitterOnAir: LeakProgram {
  static func run() {
    let clock = QueueScheduler("studio")
    let programme = Signal<Int>.interval(.milliseconds(2), on: clock).publish()
    _ = programme.connect()
    for listener in 0..<12 {
      let radio = programme.signal.map { $0 + listener }.subscribe(next: { _ in })
      pause(milliseconds: 5)
      radio.dispose()
      pause(milliseconds: listener % 3 == 0 ? 4 : 1)
    }
    let kitchen = programme.signal.subscribe(next: { _ in })
    pause(milliseconds: 15)
    killed(holding: kitchen)
  }
}
