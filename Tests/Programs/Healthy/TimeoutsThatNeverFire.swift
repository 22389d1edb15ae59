// healthy: a timer for each request, most of which are let go of
// says: Each request has a limit; the answer comes first and takes the timer along.
// allows: nothing

import Signals
import Synchronization

private final class Backend: Sendable {
  private let queue = QueueScheduler("backend")
  private let clock = QueueScheduler("clock")

  func answer(_ number: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3 + number % 4), on: queue)
      .mapReplace(number)
      .timeout(.milliseconds(2000), on: clock)
      .catchAndReturn(-1)
  }
}

enum TimeoutsThatNeverFire: LeakProgram {
  static func run() {
    let backend = Backend()
    let answers = Atomic<Int>(0)
    for number in 0..<80 {
      _ = backend.answer(number).subscribe(next: { _ in answers.add(1, ordering: .relaxed) })
      pause(milliseconds: 2)
    }
    pause(milliseconds: 20)
    print("answers", answers.load(ordering: .relaxed))
  }
}
