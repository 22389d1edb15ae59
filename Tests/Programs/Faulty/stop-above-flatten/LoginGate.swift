// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: logging out stops the user above flatMap; the two streams that each user has go on, one user after the other

import Signals

private let users = PublishSubject<Int>()
private let mails = PublishSubject<Int>()
private let calls = PublishSubject<Int>()

/// One user after the other logs in and out again.
enum LoginGate: LeakProgram {
  static func run() {
    for user in 0..<5 {
      let loggedOut = PublishSubject<Void>()
      let streams: @Sendable (Int) -> Signal<Int> = { user in mails.map { $0 + user }.merge(calls) }
      if mended {
        _ = users.filter { $0 == user }.flatMap(streams).take(until: loggedOut).subscribe(next: { _ in })
      } else {
        _ = users.filter { $0 == user }.take(until: loggedOut)
          .flatMap(streams)  // LEAK
          .subscribe(next: { _ in })
      }
      users.next(user)
      mails.next(1)
      calls.next(2)
      pause(milliseconds: 3)
      loggedOut.next(())
      mails.next(3)
    }
    for mail in 0..<10 {
      mails.next(mail)
      pause(milliseconds: 2)
    }
  }
}
