// healthy: recursion, a chain of the same site nested in itself, ever deeper while it runs
// says: Each second asks for the next one, and nought is the last: the chain is as long as the countdown and ends with it.
// allows: nothing

import Signals
import Synchronization

private final class Launcher: Sendable {
  private let clock = QueueScheduler("clock")

  func countdown(from second: Int) -> Signal<Int> {
    let now = Signal<Int>.just(second).delay(for: .milliseconds(3), on: clock)
    guard second > 0 else { return now }
    return now.concat(Signal<Int>.deferred { self.countdown(from: second - 1) })
  }
}

enum Countdown: LeakProgram {
  static func run() {
    let launcher = Launcher()
    let isDone = Flag()
    let bag = DisposeBag()
    launcher.countdown(from: 40)
      .subscribe(next: { second in if second == 0 { print("lift off") } }, completed: { isDone.raise() })
      .disposed(by: bag)
    isDone.wait()
  }
}
