// healthy: teardown that takes time
// says: A connection takes its time to close; the program ends while the last two are closing.
// allows: nothing

import Signals

enum SlowFarewells: LeakProgram {
  static func run() {
    let clock = QueueScheduler("close")
    let packets = PublishSubject<Int>()
    for peer in 0..<14 {
      let closing = PublishSubject<Void>()
      let closed = closing.delay(for: .milliseconds(20), on: clock)
      _ = packets.map { $0 + peer }.take(until: closed).subscribe(next: { _ in })
      packets.next(peer)
      pause(milliseconds: 6)
      closing.next(())
    }
    pause(milliseconds: 30)
  }
}
