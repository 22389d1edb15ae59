// healthy: values that wait for a queue behind by thousands; two threads that send into one subject
// says: The writer falls behind in each burst and has caught up before the next one.
// allows: nothing

import Signals
import Synchronization

/// Writes what several shards send, on a queue of its own.
private final class Writer: Sendable {
  let records = PublishSubject<Int>()
  let written = Atomic<Int>(0)
  private let queue = QueueScheduler("writer")
  private let bag = DisposeBag()

  init() {
    records.deliver(on: queue)
      .subscribe(next: { [weak self] record in
        if record % 400 == 0 { pause(milliseconds: 2) }
        self?.written.add(1, ordering: .relaxed)
      })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum ShardWriters: LeakProgram {
  static func run() {
    let writer = Writer()
    var sent = 0
    for _ in 0..<3 {
      let isDone = Flag()
      for shard in 0..<2 {
        QueueScheduler("shard").schedule {
          for record in 0..<1500 { writer.records.next(record * 2 + shard) }
          isDone.raise()
        }
      }
      isDone.wait()
      isDone.wait()
      sent += 3000
      while writer.written.load(ordering: .relaxed) < sent { pause(milliseconds: 2) }
      pause(milliseconds: 10)
    }
    writer.close()
  }
}
