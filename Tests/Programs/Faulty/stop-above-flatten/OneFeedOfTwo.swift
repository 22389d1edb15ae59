// fault: stop-above-flatten
// verdict: suspect
// proof: run
// says: only one of the two merged feeds is stopped when the page is closed

import Signals

/// A page with prices and news, closed by its user.
enum OneFeedOfTwo: LeakProgram {
  static func run() {
    let clock = QueueScheduler("feeds")
    for _ in 0..<14 {
      let closed = PublishSubject<Void>()
      let prices = Signal<Int>.interval(.milliseconds(3), on: clock)
      let news = Signal<Int>.interval(.milliseconds(4), on: clock)
      if mended {
        _ = Signal.merge([prices, news]).take(until: closed).subscribe(next: { _ in })
      } else {
        _ = Signal.merge([prices.take(until: closed), news]).subscribe(next: { _ in })  // LEAK
      }
      pause(milliseconds: 6)
      closed.next(())
    }
    pause(milliseconds: 60)
  }
}
