// fault: round-growth
// verdict: likely
// proof: run
// says: each batch leaves its two progress bars behind, which the next batch does not need

import SignalTracing
import Signals

/// A worker that does batches of three jobs.
enum BatchJobs: LeakProgram {
  static func run() {
    let clock = QueueScheduler("worker")
    let ticks = Signal<Int>.interval(.milliseconds(4), on: clock).share()
    let alive = ticks.subscribe(next: { _ in })
    for batch in 0..<12 {
      let finished = PublishSubject<Void>()
      for job in 0..<3 { _ = ticks.map { $0 + job }.take(until: finished).subscribe(next: { _ in }) }
      for bar in 0..<2 {
        let width = ticks.map { $0 * bar + batch }
        _ = (mended ? width.take(until: finished) : width).subscribe(next: { _ in })  // LEAK
      }
      pause(milliseconds: 12)
      finished.next(())
      Trace.mark("batch done")
    }
    alive.dispose()
  }
}
