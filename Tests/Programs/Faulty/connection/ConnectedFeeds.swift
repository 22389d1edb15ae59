// fault: connection
// verdict: likely
// proof: run
// says: connect's disposable is dropped: every tuner stays connected when its listener has gone

import Signals

/// Tuners that several listeners share.
enum ConnectedFeeds: LeakProgram {
  static func run() {
    let antenna = PublishSubject<Int>()
    for channel in 0..<7 {
      let tuner = antenna.filter { $0 % 7 == channel }.publish()  // LEAK
      let first = tuner.signal.subscribe(next: { _ in })
      let second = tuner.signal.subscribe(next: { _ in })
      let connection = tuner.connect()  // LEAK
      for value in 0..<14 { antenna.next(value) }
      first.dispose()
      second.dispose()
      if mended { connection.dispose() }
      pause(milliseconds: 4)
    }
    for value in 0..<70 {
      antenna.next(value)
      pause(milliseconds: 1)
    }
  }
}
