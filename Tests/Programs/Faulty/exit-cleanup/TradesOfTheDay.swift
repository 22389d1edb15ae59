// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: every trade is followed until the evening, when the one bag of the program puts all away

import Signals

/// Trades that are followed until they are settled, or so they say.
enum TradesOfTheDay: LeakProgram {
  static func run() {
    let settled = PublishSubject<Int>()
    let day = DisposeBag()  // LEAK
    for trade in 0..<30 {
      let own = settled.filter { $0 == trade }
      (mended ? own.take(1) : own).subscribe(next: { _ in }).disposed(by: day)  // LEAK
      settled.next(trade)
      pause(milliseconds: 3)
    }
    day.dispose()
  }
}
