// fault: object-freed
// verdict: likely
// proof: run
// says: a job that is finished disposes its timer; a job that is dropped from the queue goes with the timer running

import Signals

/// Uploads from a queue of limited length: what does not fit is dropped.
enum RetryingUploader: LeakProgram {
  static func run() {
    let clock = QueueScheduler("uploads")
    var queue: [Job] = []
    for number in 0..<9 {
      queue.append(Job(number, clock))
      if queue.count > 4 {
        if mended { queue[1].finish() }
        queue.remove(at: 1)
      }
      pause(milliseconds: 6)
      if number % 3 == 2 { queue.removeFirst().finish() }
    }
    while !queue.isEmpty { queue.removeFirst().finish() }
    pause(milliseconds: 70)
  }
}

private final class Job {
  private let attempts = Shared(0)
  private let timer: Subscription

  init(_ number: Int, _ clock: QueueScheduler) {
    timer = Signal<Int>.interval(.milliseconds(3 + number % 2), on: clock)
      .subscribe(next: { [weak attempts] _ in attempts?.update { $0 += 1 } })  // LEAK
  }

  func finish() { timer.dispose() }
}
