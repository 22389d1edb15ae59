// fault: timer-left
// verdict: suspect
// proof: run
// says: every request starts a watchdog timer, and a request that is answered in time does not stop it

import Signals

/// Requests with a watchdog each, most of which are answered at once.
enum ConnectionTimeouts: LeakProgram {
  static func run() {
    let clock = QueueScheduler("watchdogs")
    let late = Shared(0)
    for request in 0..<30 {
      let answered = PublishSubject<Int>()
      let watchdog = Signal<Int>.timer(after: .seconds(30), on: clock)
      _ = (mended ? watchdog.take(until: answered) : watchdog)
        .subscribe(next: { _ in late.update { $0 += 1 } })  // LEAK
      _ = answered.take(1).subscribe(next: { _ in })
      answered.next(request)
      pause(milliseconds: 3)
    }
    print("late \(late.value)")
  }
}
