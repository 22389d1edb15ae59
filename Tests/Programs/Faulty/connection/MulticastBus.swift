// fault: connection
// verdict: suspect
// proof: run
// says: each measuring connects its source to a subject and lets go of the connection; listeners leave, the source goes on

import Signals

/// Measurings of ten seconds each, whose values several listeners hear.
enum MulticastBus: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sensor")
    let heard = Shared(0)
    for measuring in 0..<9 {
      let bus = PublishSubject<Int>()
      let source = Signal<Int>.interval(.milliseconds(2), on: clock).map { $0 * measuring }
      let connection = source.multicast(bus)  // LEAK
      let first = connection.signal.subscribe(next: { _ in heard.update { $0 += 1 } })
      let second = connection.signal.filter { $0 % 2 == 0 }.subscribe(next: { _ in heard.update { $0 += 1 } })
      let running = connection.connect()  // LEAK
      pause(milliseconds: 9)
      first.dispose()
      second.dispose()
      if mended { running.dispose() }
    }
    pause(milliseconds: 40)
    print("heard", heard.value)
  }
}
