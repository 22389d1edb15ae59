// healthy: a wrapper that subscribes within `create`, with everything passed on
// says: Values, errors and the completion go through; the disposable is returned.
// allows: nothing

import Signals

extension Signal where Value == Int {
  fileprivate func counted(_ count: Shared<Int>) -> Signal<Int> {
    .create { subscriber in
      self.subscribe(
        next: { value in
          count.update { $0 += 1 }
          subscriber.next(value)
        },
        error: { subscriber.error($0) }, completed: { subscriber.completed() })
    }
  }
}

enum LoggedQueries: LeakProgram {
  static func run() {
    let clock = QueueScheduler("database")
    let count = Shared(0)
    let live = PublishSubject<Int>()
    let following = live.counted(count).subscribe(next: { _ in })
    for query in 0..<18 {
      _ = Signal<Int>.interval(.milliseconds(1), on: clock).take(query % 3 + 1).counted(count)
        .subscribe(next: { live.next($0) })
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
    following.dispose()
    print("values", count.value)
  }
}
