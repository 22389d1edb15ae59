// fault: connection
// verdict: suspect
// proof: run
// says: each reload connects a new publication and forgets the connection of the last one

import Dispatch
import Signals

/// Prices of a catalogue, published anew whenever the catalogue changes.
enum ReloadedCatalogue: LeakProgram {
  static func run() {
    let clock = QueueScheduler("prices")
    let connection = SerialDisposable()
    let reading = SerialDisposable()
    for version in 0..<15 {
      let prices = Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + version }.publish()
      reading.inner = prices.signal.subscribe(next: { _ in })
      if mended {
        connection.inner = prices.connect()
      } else {
        _ = prices.connect()  // LEAK
      }
      pause(milliseconds: 9)
    }
    reading.dispose()
    pause(milliseconds: 40)
  }
}
