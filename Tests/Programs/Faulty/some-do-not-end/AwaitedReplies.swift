// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: replies are awaited by number; one of six is never sent, and who waits for it waits for ever

import Signals

/// Sends questions and waits for the reply of the same number.
enum AwaitedReplies: LeakProgram {
  static func run() {
    let clock = QueueScheduler("replies")
    let replies = PublishSubject<Int>()
    for question in 0..<30 {
      let reply = replies.filter { $0 == question }.take(1)
      let answered = mended ? reply.timeout(.milliseconds(20), on: clock) : reply
      _ = answered.subscribe(next: { _ in }, error: { _ in })  // LEAK
      pause(milliseconds: 2)
      if question % 6 != 3 { replies.next(question) }
    }
    pause(milliseconds: 90)
    replies.next(-1)
  }
}
