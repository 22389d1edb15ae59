// fault: end-not-passed-on
// verdict: likely
// proof: run
// says: the wrapper passes on values and errors of what it wraps, but not the completion: whoever waits for it waits for ever

import Signals

extension Signal where Value == Int {
  /// The same, with a log line a value.
  fileprivate func logged(_ log: Shared<Int>) -> Signal<Int> {
    .create { subscriber in  // LEAK
      self.subscribe(  // LEAK
        next: { value in
          log.update { $0 += 1 }
          subscriber.next(value)
        },
        error: { subscriber.error($0) },
        completed: { if mended { subscriber.completed() } })
    }
  }
}

/// Queries whose rows are logged on the way.
enum WrappedWithoutCompletion: LeakProgram {
  static func run() {
    let clock = QueueScheduler("database")
    let log = Shared(0)
    let finished = Shared(0)
    let queries = DisposeBag()
    for query in 0..<18 {
      let rows = Signal<Int>.interval(.milliseconds(1), on: clock).take(query % 3 + 1)
      rows.logged(log)  // LEAK
        .subscribe(next: { _ in }, completed: { finished.update { $0 += 1 } })
        .disposed(by: queries)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 40)
    print("rows", log.value, "finished", finished.value)
    queries.dispose()
  }
}
