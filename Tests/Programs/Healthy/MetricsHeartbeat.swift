// healthy: begun with the recording and alive at its end, handle let go
// says: The heartbeat and the counter of requests live as long as the process.
// allows: nothing

import Signals
import Synchronization

private final class Metrics: Sendable {
  let requests = PublishSubject<Int>()
  let total = Atomic<Int>(0)
  let beats = Atomic<Int>(0)
  private let clock = QueueScheduler("metrics")

  func start() {
    _ = Signal<Int>.interval(.milliseconds(10), on: clock)
      .subscribe(next: { _ in self.beats.add(1, ordering: .relaxed) })
    _ = requests.sample(on: Signal<Int>.interval(.milliseconds(25), on: clock))
      .subscribe(next: { self.total.store($0, ordering: .relaxed) })
  }
}

enum MetricsHeartbeat: LeakProgram {
  static func run() {
    let metrics = Metrics()
    metrics.start()
    for request in 0..<80 {
      let handling = Signal<Int>.just(request).map { $0 * 2 }.subscribe(next: { metrics.requests.next($0) })
      handling.dispose()
      pause(milliseconds: 3)
    }
    print("beats", metrics.beats.load(ordering: .relaxed) > 2)
  }
}
