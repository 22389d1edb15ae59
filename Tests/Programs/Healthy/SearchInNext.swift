// healthy: subscriptions made within next, the handles kept by a serial
// says: Each key begins a search within next; the serial disposes the one before, and the last one is answered.
// allows: nothing

import Signals

private let keys = PublishSubject<String>()
private let catalogue = QueueScheduler("catalogue")
private let bag = DisposeBag()

enum SearchInNext: LeakProgram {
  static func run() {
    let search = SerialDisposable()
    search.disposed(by: bag)
    keys
      .subscribe(next: { text in
        search.inner = Signal<Int>.timer(after: .milliseconds(6), on: catalogue)
          .map { text.count + $0 }
          .subscribe(next: { _ in })
      })
      .disposed(by: bag)
    for number in 0..<25 {
      keys.next("key \(number)")
      pause(milliseconds: number % 3 == 0 ? 9 : 3)
    }
    pause(milliseconds: 30)
  }
}
