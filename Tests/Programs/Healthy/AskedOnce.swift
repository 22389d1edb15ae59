// healthy: waits for one answer, which has not come
// says: Twelve questions were answered; the thirteenth is asked at the end, and its handle is kept.
// allows: nothing

import Glibc
import Signals

enum AskedOnce: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    var asked: [Subscription] = []
    for question in 0..<13 {
      asked.append(answers.first(where: { $0 == question }).subscribe(next: { _ in }))
      pause(milliseconds: 3)
      if question < 12 { answers.next(question) }
    }
    pause(milliseconds: 30)
    withExtendedLifetime(asked) { exit(0) }
  }
}
