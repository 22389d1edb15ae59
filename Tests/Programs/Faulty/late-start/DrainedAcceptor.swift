// fault: late-start
// verdict: likely
// proof: run
// says: the shutdown ends the accepting of jobs above the queue; the jobs that wait are begun after it, one by one

import Signals

/// A worker that renders reports in turn until it is told to shut down, which is to call off what has not begun.
private final class Worker: Sendable {
  let jobs = PublishSubject<Int>()
  let shutdown = PublishSubject<Void>()
  let pages = Shared(0)
  private let printer = QueueScheduler("printer")

  func start() {
    let render: @Sendable (Int) -> Signal<Int> = { [printer] job in
      Signal<Int>.interval(.milliseconds(3), on: printer).take(2).mapReplace(job)
    }
    let rendered: Signal<Int>
    if mended {
      rendered = jobs.concatMap(render).take(until: shutdown)
    } else {
      rendered = jobs.take(until: shutdown)
        .concatMap(render)  // LEAK
    }
    _ = rendered.subscribe(next: { [pages] _ in pages.update { $0 += 1 } })
  }
}

enum DrainedAcceptor: LeakProgram {
  static func run() {
    let worker = Worker()
    worker.start()
    for job in 0..<15 { worker.jobs.next(job) }
    pause(milliseconds: 20)
    worker.shutdown.next(())
    pause(milliseconds: 200)
    print("pages", worker.pages.value)
  }
}
