// healthy: a timer that nobody has the handle of, begun beside what was disposed, and alive at the end
// says: The statistics are written every few milliseconds from the first request on, for as long as the server runs.
// allows: suspect

import Signals

private final class Statistics: Sendable {
  private let clock = QueueScheduler("statistics")
  private let written = Shared(0)
  private let hasBegun = Shared(false)

  func count() {
    let isFirst = hasBegun.update { begun in
      defer { begun = true }
      return !begun
    }
    guard isFirst else { return }
    _ = Signal<Int>.interval(.milliseconds(4), on: clock)
      .subscribe(next: { [written] _ in written.update { $0 += 1 } })
  }
}

/// A server that answers requests, and begins to keep statistics with the first one.
enum ClockOnFirstUse: LeakProgram {
  static func run() {
    let statistics = Statistics()
    let bodies = PublishSubject<Int>()
    for request in 0..<8 {
      pause(milliseconds: 5)
      let reading = bodies.filter { $0 == request }.subscribe(next: { _ in })
      statistics.count()
      bodies.next(request)
      pause(milliseconds: 5)
      reading.dispose()
    }
    pause(milliseconds: 40)
  }
}
