// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: each message of the day stays subscribed to in a global bag, which is disposed only as the program quits

import Glibc
import Signals

private let headlines = PublishSubject<Int>()
private let everything = DisposeBag()

private func show(_ number: Int) {
  let label = headlines.map { "\($0) of \(number)" }
  let shown = mended ? label.take(2) : label
  shown.subscribe(next: { _ in })  // LEAK
    .disposed(by: everything)
}

/// A board that shows one message after the other and quits in good order.
enum GlobalSubscriptions: LeakProgram {
  static func run() {
    for number in 0..<50 {
      show(number)
      headlines.next(number)
      pause(milliseconds: 2)
    }
    headlines.next(50)
    headlines.next(51)
    everything.dispose()
    exit(0)
  }
}
