// fault: connection
// verdict: likely
// proof: run
// says: of the many readers of a meter one forgets to leave, so it never disconnects

import Signals

/// Meters that are read by several at a time; the connection goes with the last.
enum AutoconnectedMeter: LeakProgram {
  static func run() {
    let clock = QueueScheduler("meters")
    for meter in 0..<3 {
      let values = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 * meter }.publish()
        .autoconnect()
      var readers = (0..<4).map { _ in values.subscribe(next: { _ in }) }  // LEAK
      pause(milliseconds: 10)
      if !mended { readers.removeLast() }
      for reader in readers { reader.dispose() }
    }
    pause(milliseconds: 80)
  }
}
