// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing ends the visitors above flatMapRace; the door that has won goes on opening for a house that is closed

import Signals

/// A house with several doors: of those that a visitor rings at, the first to open is used.
enum DoorsInARace: LeakProgram {
  static func run() {
    let clock = QueueScheduler("doors")
    for house in 0..<12 {
      let visitors = PublishSubject<Int>()
      let closed = PublishSubject<Void>()
      @Sendable func door(_ visitor: Int) -> Signal<Int> {
        Signal<Int>.interval(.milliseconds(2 + visitor), on: clock).map { $0 + house }
      }
      if mended {
        _ = visitors.flatMapRace { door($0) }.take(until: closed).subscribe(next: { _ in })
      } else {
        _ = visitors.take(until: closed)  // LEAK
          .flatMapRace { door($0) }  // LEAK
          .subscribe(next: { _ in })
      }
      for visitor in 0..<3 { visitors.next(visitor) }
      pause(milliseconds: 9)
      closed.next(())
    }
    pause(milliseconds: 30)
  }
}
