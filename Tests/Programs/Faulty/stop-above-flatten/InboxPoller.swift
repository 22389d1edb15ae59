// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: signing out completes the polling, which `repeat` takes for the end of a round and begins again

import Signals

/// Polls the mail of an account in rounds of three, until somebody signs out.
enum InboxPoller: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mail")
    let signedOut = PublishSubject<Void>()
    let mails = Shared(0)

    let round = Signal<Int>.interval(.milliseconds(4), on: clock).take(3).map { $0 + 100 }
    let polling: Signal<Int>
    if mended {
      polling = round.repeat().take(until: signedOut)
    } else {
      polling = round.take(until: signedOut)
        .repeat()  // LEAK
    }
    _ = polling.subscribe(next: { _ in mails.update { $0 += 1 } })

    pause(milliseconds: 60)
    signedOut.next(())
    pause(milliseconds: 120)
    print("fetched \(mails.value)")
  }
}
