// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: signing out stops the choice of accounts above a helper that polls for each; the last account is polled on

import Signals

extension Signal {
  /// Asks again and again for what belongs to the newest value, until the next one comes.
  fileprivate func polled<Answer: Sendable>(
    every period: Duration, on clock: QueueScheduler, _ ask: @escaping @Sendable (Value) -> Answer
  ) -> Signal<Answer> {
    flatMapLatest { value in  // LEAK
      Signal<Int>.interval(period, on: clock).startWith(0).map { _ in ask(value) }
    }
  }
}

private struct Account: Sendable, Equatable {
  let name: String
  var unread = 0
}

/// Shows how many mails are unread in the account that is chosen.
private final class MailSession: Sendable {
  let chosen = PublishSubject<Account>()
  let signedOut = PublishSubject<Void>()
  private let clock: QueueScheduler
  private let badge = Shared(0)

  init(_ clock: QueueScheduler) { self.clock = clock }

  func start() {
    let accounts = chosen.distinctUntilChanged()
    let asked: Signal<Int>
    if mended {
      asked = accounts.polled(every: .milliseconds(4), on: clock) { $0.name.count }.take(until: signedOut)
    } else {
      asked = accounts.take(until: signedOut)  // LEAK
        .polled(every: .milliseconds(4), on: clock) { $0.name.count }
    }
    _ = asked.subscribe(next: { [badge] count in badge.update { $0 = count } })
    // The quota is asked for by the same helper, and stopped below it.
    _ = accounts.polled(every: .milliseconds(6), on: clock) { 100 - $0.unread }.take(until: signedOut)
      .subscribe(next: { _ in })
  }
}

enum AccountSwitcher: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mail")
    for visit in 0..<3 {
      let session = MailSession(clock)
      session.start()
      for name in ["anna", "bert", "bert", "carla"] {
        session.chosen.next(Account(name: "\(name)\(visit)"))
        pause(milliseconds: 6)
      }
      session.signedOut.next(())
      pause(milliseconds: 25)
    }
    pause(milliseconds: 90)
  }
}
