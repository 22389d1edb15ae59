// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: each login adds to the array of subscriptions; logging out empties the view, and not the array

import Signals

private final class Session: Sendable {
  let inbox = PublishSubject<Int>()
  let alerts = PublishSubject<Int>()
  private let subscriptions = Shared<[Subscription]>([])
  private let shown = Shared<[Int]>([])

  func logIn(_ user: Int) {
    let mails = inbox.map { $0 + user }
      .subscribe(next: { [shown] mail in shown.update { $0.append(mail) } })  // LEAK
    let bells = alerts.subscribe(next: { [shown] _ in shown.update { $0.removeAll() } })  // LEAK
    subscriptions.update { $0 += [mails, bells] }
  }

  func logOut() {
    shown.update { $0.removeAll() }
    if mended {
      subscriptions.update { all in
        all.forEach { $0.dispose() }
        all.removeAll()
      }
    }
  }
}

/// People log in and out of one program.
enum LoginSubscriptions: LeakProgram {
  static func run() {
    let session = Session()
    for user in 0..<16 {
      session.logIn(user)
      for mail in 0..<5 { session.inbox.next(mail) }
      session.alerts.next(user)
      pause(milliseconds: 4)
      session.logOut()
    }
    pause(milliseconds: 20)
    withExtendedLifetime(session) {}
  }
}
