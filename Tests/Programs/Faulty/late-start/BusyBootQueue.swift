// fault: late-start
// verdict: suspect
// proof: run
// says: the stop is subscribed to on the queue as well; who cancels while that is busy is not heard, and the work begins afterwards

import Signals

/// Widgets of a start page, which subscribe on a queue that is busy with the start.
enum BusyBootQueue: LeakProgram {
  static func run() {
    let boot = QueueScheduler("boot")
    let weather = PublishSubject<Int>()
    let page = DisposeBag()
    weather.subscribe(next: { _ in }).disposed(by: page)
    for widget in 0..<14 {
      let cancelled = PublishSubject<Void>()
      let busy = boot.schedule { pause(milliseconds: 5) }
      let feed = weather.map { $0 + widget }
      if mended {
        _ = feed.subscribe(on: boot).take(until: cancelled).subscribe(next: { _ in })
      } else {
        _ = feed.take(until: cancelled).subscribe(on: boot).subscribe(next: { _ in })  // LEAK
      }
      if widget % 2 == 0 {
        cancelled.next(())
        pause(milliseconds: 8)
      } else {
        pause(milliseconds: 8)
        weather.next(widget)
        cancelled.next(())
      }
      busy.dispose()
    }
    for degree in 0..<20 {
      weather.next(degree)
      pause(milliseconds: 2)
    }
    page.dispose()
  }
}
