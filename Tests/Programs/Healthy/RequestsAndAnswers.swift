// healthy: zip has values waiting at every moment
// says: Twenty requests are under way, and the answers come in their order.
// allows: nothing

import Signals

enum RequestsAndAnswers: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    let answers = PublishSubject<Int>()
    let pairs = zip(requests, answers).subscribe(next: { _ in })
    for number in 0..<1500 {
      requests.next(number)
      if number >= 20 { answers.next(number - 20) }
    }
    for number in 1480..<1500 { answers.next(number) }
    pairs.dispose()
  }
}
