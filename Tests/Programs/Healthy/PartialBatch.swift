// healthy: a buffer that holds values at the end
// says: Rows are written in batches of fifty; the seventeen that are left wait for more, which is how batching works.
// allows: nothing

import Signals
import Synchronization

private final class Writer: Sendable {
  let rows = PublishSubject<Int>()
  let written = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start() {
    rows
      .collect(count: 50)
      .subscribe(next: { batch in self.written.add(batch.count, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PartialBatch: LeakProgram {
  static func run() {
    let writer = Writer()
    writer.start()
    for row in 0..<1217 {
      writer.rows.next(row)
      if row % 20 == 0 { pause(milliseconds: 2) }
    }
    print("written", writer.written.load(ordering: .relaxed))
  }
}
