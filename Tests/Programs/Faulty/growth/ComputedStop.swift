// fault: growth
// verdict: suspect
// proof: run
// says: `closed` is a computed property that makes a new subject each time: what is sent is not what was listened to

import Signals

/// Documents that autosave until they are closed.
enum ComputedStop: LeakProgram {
  static func run() {
    let clock = QueueScheduler("autosave")
    let ticks = Signal<Int>.interval(.milliseconds(4), on: clock).share()
    let app = ticks.subscribe(next: { _ in })
    for number in 0..<18 {
      let document = Document()
      _ = ticks.map { $0 + number }
        .take(until: document.closed)  // LEAK
        .subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 6)
      document.closed.next(())
    }
    pause(milliseconds: 30)
    app.dispose()
  }
}

private struct Document {
  private let subject = PublishSubject<Void>()
  var closed: PublishSubject<Void> { mended ? subject : PublishSubject() }
}
