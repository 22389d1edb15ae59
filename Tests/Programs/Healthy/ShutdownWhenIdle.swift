// healthy: work begun after the stop
// says: The shutdown closes the door; the jobs that were taken are rendered, and the worker leaves when it hears that all are done.
// allows: nothing

import Signals

private final class Worker: Sendable {
  let jobs = PublishSubject<Int>()
  let shutdown = PublishSubject<Void>()
  let pages = Shared(0)
  private let printer = QueueScheduler("printer")

  func start(whenIdle idle: @escaping @Sendable () -> Void) {
    _ = jobs.take(until: shutdown)
      .concatMap { [printer] job in
        Signal<Int>.interval(.milliseconds(3), on: printer).take(2).mapReplace(job)
      }
      .subscribe(next: { [pages] _ in pages.update { $0 += 1 } }, completed: idle)
  }
}

enum ShutdownWhenIdle: LeakProgram {
  static func run() {
    let worker = Worker()
    let isIdle = Flag()
    worker.start { isIdle.raise() }
    for job in 0..<15 { worker.jobs.next(job) }
    pause(milliseconds: 20)
    worker.shutdown.next(())
    isIdle.wait()
    print("pages", worker.pages.value)
  }
}
