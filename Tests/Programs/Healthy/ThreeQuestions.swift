// healthy: the same cold signal subscribed again and again
// says: Each press of the button asks the server anew, which is the point; two presses may overlap.
// allows: nothing

import Signals

private let server = QueueScheduler("server")

enum ThreeQuestions: LeakProgram {
  static func run() {
    let question = Signal<Int>.create { subscriber in
      server.schedule(after: .milliseconds(6)) {
        subscriber.next(1)
        subscriber.completed()
      }
    }
    for _ in 0..<12 {
      _ = question.subscribe(next: { _ in })
      pause(milliseconds: 5)
    }
    pause(milliseconds: 30)
  }
}
