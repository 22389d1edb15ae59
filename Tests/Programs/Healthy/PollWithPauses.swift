// healthy: a source that completes at once, begun again and again by repeat
// says: Each poll waits for four milliseconds before it begins, and the page that shows it ends it.
// allows: nothing

import Signals

/// A mailbox that is asked every now and then.
enum PollWithPauses: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mail")
    let asked = Shared(0)
    for page in 0..<3 {
      let poll = Signal<Int>.deferred {
        asked.update { $0 += 1 }
        return page == 1 ? .empty() : .just(page)
      }
      let shown = poll.delaySubscription(for: .milliseconds(4), on: clock).repeat()
        .subscribe(next: { _ in })
      pause(milliseconds: 50)
      shown.dispose()
    }
    print("asked \(asked.value)")
    pause(milliseconds: 20)
  }
}
