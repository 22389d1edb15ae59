// healthy: a subscription within next, which ends with its session
// allows: nothing

import Signals

/// Sessions that follow the mail of their user until they are over.
enum NestedOnPurpose: LeakProgram {
  static func run() {
    let logins = PublishSubject<Int>()
    let mail = PublishSubject<Int>()
    let logouts = PublishSubject<Int>()
    let server = logins.subscribe(next: { user in
      let session = mail.filter { $0 == user }.take(until: logouts.filter { $0 == user })
      _ = session.subscribe(next: { _ in })
    })
    for user in 0..<20 {
      logins.next(user)
      mail.next(user)
      pause(milliseconds: 3)
      if user >= 3 { logouts.next(user - 3) }
    }
    for user in 17..<20 { logouts.next(user) }
    pause(milliseconds: 30)
    server.dispose()
  }
}
