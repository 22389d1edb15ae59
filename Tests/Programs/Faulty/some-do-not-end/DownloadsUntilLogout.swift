// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the session's signal of its end fails when the line breaks, and an error is no stop: those downloads' ticks go on

import Signals

private struct LineBroken: Error {}

/// The progress of downloads, shown until the session is over.
enum DownloadsUntilLogout: LeakProgram {
  static func run() {
    let clock = QueueScheduler("progress")
    let shown = Shared(0)
    for session in 0..<16 {
      let logout = PublishSubject<Void>()
      let over = mended ? logout.catchTo(Signal.just(())) : logout.map { $0 }
      _ = Signal<Int>.interval(.milliseconds(2), on: clock)
        .take(until: over)  // LEAK
        .subscribe(next: { _ in shown.update { $0 += 1 } })  // LEAK
      pause(milliseconds: 5)
      if session % 4 == 1 { logout.error(LineBroken()) } else { logout.next(()) }
    }
    pause(milliseconds: 60)
    print("shown", shown.value > 0)
  }
}
