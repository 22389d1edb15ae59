// healthy: a window after the other, each collected, and the last of them open at the end
// says: What is said within ten milliseconds is written down together; the meeting is still going on.
// allows: nothing

import Glibc
import Signals

/// A clerk who writes down what is said, page by page.
enum MinutesOfTheMeeting: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clerk")
    let said = PublishSubject<Int>()
    let pages = Shared(0)
    let clerk = DisposeBag()
    said.window(for: .milliseconds(10), count: 40, on: clock)
      .flatMap { $0.collect() }
      .subscribe(next: { _ in pages.update { $0 += 1 } })
      .disposed(by: clerk)
    onAnotherThread {
      for word in 0..<600 {
        said.next(word)
        if word % 8 == 0 { pause(milliseconds: 1) }
      }
    }
    withExtendedLifetime(clerk) { exit(0) }
  }
}
