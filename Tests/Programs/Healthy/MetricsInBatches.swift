// healthy: a buffer that fills and a timer that never ends, with the handle let go
// says: Metrics are sent in batches for as long as the process lives.
// allows: suspect

import Signals

enum MetricsInBatches: LeakProgram {
  static func run() {
    let clock = QueueScheduler("metrics")
    let metrics = PublishSubject<Int>()
    let sent = Shared(0)
    _ = metrics.buffer(for: .milliseconds(10), count: 100, on: clock)
      .subscribe(next: { batch in sent.update { $0 += batch.count } })
    for request in 0..<20 {
      let handling = metrics.filter { $0 < 0 }.subscribe(next: { _ in })
      for metric in 0..<30 { metrics.next(metric + request) }
      pause(milliseconds: 4)
      handling.dispose()
    }
    pause(milliseconds: 15)
    print("sent", sent.value)
  }
}
