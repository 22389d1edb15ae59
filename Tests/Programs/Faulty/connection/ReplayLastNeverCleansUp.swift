// fault: connection
// ported: ReactiveCocoa/ReactiveCocoa#1109
// verdict: suspect
// proof: run
// says: replayLast keeps its subscription to an interval when the only subscriber has gone: performance leaks too

import Signals

/// Reads the last tick of an interval through `replayLast`, once a view.
enum ReplayLastNeverCleansUp: LeakProgram {
  static func run() {
    let clock = QueueScheduler("ticks")
    let subscribed = Shared(0)
    let ticks = Signal<Int>.deferred {
      subscribed.update { $0 += 1 }
      return Signal<Int>.interval(.milliseconds(4), on: clock)
    }
    for _ in 0..<3 {
      let last = mended ? ticks.share(replay: 1) : ticks.replayLast()  // LEAK
      let view = last.subscribe(next: { _ in })
      pause(milliseconds: 15)
      view.dispose()
    }
    pause(milliseconds: 80)
    print("subscribed \(subscribed.value)")
  }
}
