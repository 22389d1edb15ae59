// fault: timer-left
// verdict: suspect
// proof: run
// says: the poll finds what it waits for and tells, but goes on polling: `filter` ends nothing

import Signals

/// Polls each build until it is ready.
enum PollUntilReady: LeakProgram {
  static func run() {
    let clock = QueueScheduler("builds")
    let ready = Shared(0)
    for build in 0..<4 {
      let polls = Signal<Int>.interval(.milliseconds(3), on: clock).filter { $0 == build + 1 }
      _ = (mended ? polls.take(1) : polls)
        .subscribe(next: { _ in ready.update { $0 += 1 } })  // LEAK
      pause(milliseconds: 25)
    }
    pause(milliseconds: 60)
    print("ready \(ready.value)")
  }
}
