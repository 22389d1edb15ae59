// healthy: alive for a while after its owner let go of it
// says: Closing takes a few milliseconds on the queue of the sockets; the last few are being closed at the end.
// allows: nothing

import Signals

enum SlowGoodbyes: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sockets")
    let wire = PublishSubject<Int>()
    for number in 0..<25 {
      let socket = wire.subscribe(next: { _ in })
      wire.next(number)
      pause(milliseconds: 3)
      clock.schedule(after: .milliseconds(10)) { socket.dispose() }
    }
    pause(milliseconds: 4)
  }
}
