// fault: connection
// verdict: suspect
// proof: run
// says: what `connect` returned is let go of: the station sends on when all its listeners have left

import Signals

/// A radio station with one transmitter and any number of listeners.
enum RadioStation: LeakProgram {
  static func run() {
    let clock = QueueScheduler("air")
    for station in 0..<3 {
      let program = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + station }
      let transmitter = program.publish()  // LEAK
      let listeners = (0..<4).map { _ in transmitter.signal.subscribe(next: { _ in }) }
      let sending = transmitter.connect()  // LEAK
      pause(milliseconds: 15)
      for listener in listeners { listener.dispose() }
      if mended { sending.dispose() }
    }
    pause(milliseconds: 120)
  }
}
