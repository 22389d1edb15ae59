// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a visitor who leaves before the page has loaded sends the stop before anybody listens for it

import Signals

/// Visitors who leave again, some while the page still loads.
enum StopBeforeStart: LeakProgram {
  static func run() {
    let clock = QueueScheduler("web")
    let updates = Signal<Int>.interval(.milliseconds(3), on: clock).share()
    let server = updates.subscribe(next: { _ in })
    for visitor in 0..<15 {
      let left = mended ? ReplaySubject<Void>(capacity: 1) : PublishSubject<Void>()
      if visitor % 5 == 2 { left.next(()) }
      _ = updates.take(until: left)
        .subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 5)
      if visitor % 5 != 2 { left.next(()) }
    }
    pause(milliseconds: 40)
    server.dispose()
  }
}
