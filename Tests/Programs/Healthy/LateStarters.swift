// healthy: work begun after the stop
// says: Uploads that were accepted wait for a free line, two at a time; the stop only closes the door to new ones.
// allows: nothing

import Signals
import Synchronization

private final class Uploader: Sendable {
  let files = PublishSubject<Int>()
  let closed = PublishSubject<Void>()
  let stored = Atomic<Int>(0)
  private let lines = QueueScheduler("lines")
  private let bag = DisposeBag()

  func run(whenDone done: @escaping @Sendable () -> Void) {
    files
      .take(until: closed)
      .flatMap(maxConcurrent: 2) { [lines] file in
        Signal<Int>.interval(.milliseconds(3), on: lines).take(3).map { $0 + file }
      }
      .subscribe(next: { _ in self.stored.add(1, ordering: .relaxed) }, completed: done)
      .disposed(by: bag)
  }
}

enum LateStarters: LeakProgram {
  static func run() {
    let uploader = Uploader()
    let isDone = Flag()
    uploader.run { isDone.raise() }
    for file in 0..<16 {
      uploader.files.next(file)
      pause(milliseconds: 1)
    }
    uploader.closed.next(())
    isDone.wait()
    print("stored", uploader.stored.load(ordering: .relaxed))
  }
}
