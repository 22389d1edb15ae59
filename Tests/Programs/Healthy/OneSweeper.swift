// healthy: a periodic timer whose disposable is thrown away
// says: One timer sweeps for all, for as long as the process lives.
// allows: nothing

import Signals

enum OneSweeper: LeakProgram {
  static func run() {
    let scheduler = QueueScheduler("sweeper")
    let swept = Shared(0)
    scheduler.schedule(after: .milliseconds(1), every: .milliseconds(4)) { swept.update { $0 += 1 } }
    let requests = PublishSubject<Int>()
    for tenant in 0..<12 {
      let bag = DisposeBag()
      requests.filter { $0 % 12 == tenant }.subscribe(next: { _ in }).disposed(by: bag)
      for request in 0..<20 { requests.next(request) }
      pause(milliseconds: 5)
      bag.dispose()
    }
    print("swept", swept.value > 0)
  }
}
