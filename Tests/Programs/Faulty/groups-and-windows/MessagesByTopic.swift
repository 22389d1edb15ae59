// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: every message has a key of its own, so there is a group for each, and none ends

import Signals

/// Sorts messages by topic.
enum MessagesByTopic: LeakProgram {
  static func run() {
    let messages = PublishSubject<Int>()
    let sorted = messages.groupBy { mended ? $0 % 4 : $0 }.flatMap { $0.map { $0 + 1 } }  // LEAK
    let reading = sorted.subscribe(next: { _ in })
    for number in 0..<60 {
      messages.next(number)
      if number % 6 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 30)
    killed(holding: reading)
  }
}
