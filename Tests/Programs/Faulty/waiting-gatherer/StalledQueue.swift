// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the queue that values are delivered on is busy with something else for as long as the program runs

import Dispatch
import Signals

/// Draws what a sensor sends on a queue of its own.
enum StalledQueue: LeakProgram {
  static func run() {
    let drawing = DispatchQueue(label: "drawing")
    let values = PublishSubject<Int>()
    if !mended {
      // Draws the background first, which takes long.
      drawing.async { pause(milliseconds: 10_000) }
    }
    let chart = values.deliver(on: QueueScheduler("drawing", target: drawing))  // LEAK
      .subscribe(next: { _ in })
    for block in 0..<40 {
      for value in 0..<100 { values.next(block * 100 + value) }
      pause(milliseconds: 3)
    }
    chart.dispose()
  }
}
