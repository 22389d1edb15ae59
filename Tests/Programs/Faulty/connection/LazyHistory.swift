// fault: connection
// verdict: suspect
// proof: run
// says: the history that is replayed lazily goes on for ever once somebody has looked at it

import Signals

/// The history of each sensor, for whoever looks, as long as somebody looks.
enum LazyHistory: LeakProgram {
  static func run() {
    let clock = QueueScheduler("history")
    for sensor in 0..<4 {
      let values = Signal<Int>.interval(.milliseconds(2), on: clock).map { $0 * sensor }
      let history = mended ? values.share(replay: 100) : values.replayLazily()  // LEAK
      let first = history.subscribe(next: { _ in })
      let second = history.subscribe(next: { _ in })
      pause(milliseconds: 10)
      first.dispose()
      second.dispose()
    }
    pause(milliseconds: 100)
  }
}
