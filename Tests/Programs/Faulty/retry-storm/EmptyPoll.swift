// fault: retry-storm
// verdict: finding
// proof: run
// says: a poll that finds nothing completes at once, and `repeat` begins the next one without a pause

import Signals

/// Polls a queue for work.
enum EmptyPoll: LeakProgram {
  static func run() {
    let polls = Shared(0)
    let worker = QueueScheduler("worker")
    let queue = Signal<Int>.create { subscriber in
      let poll = polls.update { count in
        count += 1
        return count
      }
      return worker.schedule(after: .milliseconds(mended ? 20 : 0)) {
        if poll % 400 == 0 { subscriber.next(poll) }
        subscriber.completed()
      }
    }
    let working =
      queue
      .repeat()  // LEAK
      .subscribe(next: { _ in })
    pause(milliseconds: 200)
    working.dispose()
    print("polled \(polls.value > 1)")
  }
}
