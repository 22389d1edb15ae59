// healthy: the stop fired right before the exit
// says: The stop is given and the process exits at once; what drains on its queue was not given the time.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Ingest: Sendable {
  let stop = PublishSubject<Void>()
  let stored = Atomic<Int>(0)
  private let queue = QueueScheduler("ingest")
  private let bag = DisposeBag()

  func start(_ input: Signal<Int>) {
    input
      .take(until: stop)
      .flatMap { [queue] value in Signal<Int>.timer(after: .milliseconds(10), on: queue).mapReplace(value) }
      .deliver(on: queue)
      .subscribe(next: { _ in self.stored.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum DeferredShutdownHook: LeakProgram {
  static func run() {
    let input = PublishSubject<Int>()
    let ingest = Ingest()
    ingest.start(input)
    for value in 0..<60 {
      input.next(value)
      pause(milliseconds: 3)
    }
    print("stored", ingest.stored.load(ordering: .relaxed))
    ingest.stop.next(())
    exit(0)
  }
}
