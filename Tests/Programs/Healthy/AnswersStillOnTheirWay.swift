// healthy: on its way at the end
// says: The program ends while the last requests are on their way; every one before was answered in time.
// allows: nothing

import Signals

enum AnswersStillOnTheirWay: LeakProgram {
  static func run() {
    let net = QueueScheduler("net")
    for request in 0..<60 {
      _ = Signal<Int>.timer(after: .milliseconds(12), on: net).map { $0 + request }
        .subscribe(next: { _ in })
      pause(milliseconds: 3)
    }
  }
}
