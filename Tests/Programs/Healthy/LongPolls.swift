// healthy: many alive at the end, all begun in the last second, older ones ended one by one
// allows: nothing

import Glibc
import Signals

/// A server of long polls: each is answered in its turn, and some wait as the server is asked to end.
enum LongPolls: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    var open: [Int: Subscription] = [:]
    for poll in 0..<60 {
      open[poll] = answers.filter { $0 == poll }.take(1).subscribe(next: { _ in })
      if poll >= 12 { answers.next(poll - 12) }
      pause(milliseconds: 2)
    }
    withExtendedLifetime(open) { exit(0) }
  }
}
