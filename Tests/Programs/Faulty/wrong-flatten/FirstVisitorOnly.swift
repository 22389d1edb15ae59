// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: flatMapFirst follows the first visitor, whose signal never ends, and ignores all that come later

import Signals

/// Greets each visitor until the next one comes, or was meant to.
enum FirstVisitorOnly: LeakProgram {
  static func run() {
    let clock = QueueScheduler("greeter")
    let visitors = PublishSubject<Int>()
    let greet: @Sendable (Int) -> Signal<Int> = { visitor in
      Signal<Int>.interval(.milliseconds(3), on: clock).mapReplace(visitor)
    }
    let greetings: Signal<Int>
    if mended {
      greetings = visitors.flatMapLatest(greet)
    } else {
      greetings = visitors.flatMapFirst(greet)  // LEAK
    }
    let subscription = greetings.subscribe(next: { _ in })
    for visitor in 0..<30 {
      visitors.next(visitor)
      pause(milliseconds: 4)
    }
    subscription.dispose()
  }
}
