// healthy: the same site nested in itself, ever deeper; begun again without end
// says: The end of one poll begins the next, and what has ended is gone: one poll is alive at a time.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Inbox: Sendable {
  let asked = Atomic<Int>(0)
  private let network = QueueScheduler("network")

  func check() -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(5), on: network)
      .map { _ in self.asked.add(1, ordering: .relaxed).newValue }
  }
}

private final class Poller: Sendable {
  let mails = Atomic<Int>(0)
  private let inbox = Inbox()

  func poll() {
    _ = inbox.check().subscribe(
      next: { number in if number % 5 == 0 { self.mails.add(1, ordering: .relaxed) } },
      completed: { self.poll() })
  }
}

enum PollByCompletion: LeakProgram {
  static func run() {
    let poller = Poller()
    poller.poll()
    pause(milliseconds: 400)
    print("mails", poller.mails.load(ordering: .relaxed) > 0)
    exit(0)
  }
}
