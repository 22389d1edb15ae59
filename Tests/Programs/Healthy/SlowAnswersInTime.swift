// healthy: some attempts time out and are tried again, twice at most, with a pause between

import Signals

/// Asks a server of which every third answer is too slow.
enum SlowAnswersInTime: LeakProgram {
  static func run() {
    let clock = QueueScheduler("answers")
    let bag = DisposeBag()
    let turn = Shared(0)
    for question in 0..<15 {
      Signal<Int>.deferred {
        let slow = turn.update {
          $0 += 1; return $0 % 3 == 0
        }
        return .timer(after: .milliseconds(slow ? 30 : 2), on: clock).map { _ in question }
      }
      .timeout(.milliseconds(12), on: clock)
      .retry(upTo: 2, interval: .milliseconds(3), on: clock)
      .subscribe(next: { _ in }, error: { _ in }).disposed(by: bag)
      pause(milliseconds: 6)
    }
    pause(milliseconds: 120)
    bag.dispose()
  }
}
