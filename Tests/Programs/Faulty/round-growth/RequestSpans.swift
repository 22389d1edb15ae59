// fault: round-growth
// verdict: likely
// proof: run
// says: requests of one kind, every second, leave a subscription each; the marks say that they are over

import SignalTracing
import Signals

/// Requests that are traced from begin to end.
enum RequestSpans: LeakProgram {
  static func run() {
    let load = PublishSubject<Int>()
    for request in 0..<40 {
      onAnotherThread {
        let answered = PublishSubject<Void>()
        _ = load.take(until: answered).subscribe(next: { _ in })
        if request % 2 == 0 {
          let limit = mended ? load.take(until: answered) : load
          _ = limit.filter { $0 > 30 }.subscribe(next: { _ in })  // LEAK
        }
        load.next(request)
        answered.next(())
      }
      Trace.mark("request done")
    }
    pause(milliseconds: 40)
  }
}
