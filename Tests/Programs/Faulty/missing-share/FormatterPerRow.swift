// fault: missing-share
// verdict: finding
// proof: run
// says: each row of the table asks for the exchange rates on its own; one request would do for all

import Signals

/// A table whose rows all need the exchange rates.
enum FormatterPerRow: LeakProgram {
  static func run() {
    let clock = QueueScheduler("rates")
    let rates = Signal<Int>.timer(after: .milliseconds(30), on: clock).map { $0 + 19 }  // LEAK
    let shared = mended ? rates.share() : rates
    let bag = DisposeBag()
    for _ in 0..<15 { shared.map { $0 * 2 }.subscribe(next: { _ in }).disposed(by: bag) }  // LEAK
    pause(milliseconds: 60)
    bag.dispose()
  }
}
