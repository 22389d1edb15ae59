// healthy: what was stopped waits on a busy queue to be subscribed to
// says: The stop stands below the change of queue, so what is cancelled meanwhile is never begun.
// allows: nothing

import Signals

enum SubscribedBehindTheQueue: LeakProgram {
  static func run() {
    let start = QueueScheduler("start")
    let news = PublishSubject<Int>()
    let page = DisposeBag()
    news.subscribe(next: { _ in }).disposed(by: page)
    for column in 0..<16 {
      let closed = PublishSubject<Void>()
      let busy = start.schedule { pause(milliseconds: 4) }
      _ = news.map { $0 + column }
        .subscribe(on: start)
        .take(until: closed)
        .subscribe(next: { _ in })
      if column % 2 == 0 { pause(milliseconds: 8) }
      news.next(column)
      closed.next(())
      pause(milliseconds: 4)
      busy.dispose()
    }
    for item in 0..<15 {
      news.next(item)
      pause(milliseconds: 2)
    }
    page.dispose()
  }
}
