// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each user subscribes to an avatar within `next`; disposing the users does not reach it

import Signals

/// A list of users with an avatar each.
enum UserCards: LeakProgram {
  static func run() {
    let avatars = PublishSubject<Int>()
    for list in 0..<3 {
      let users = PublishSubject<Int>()
      let shown: Disposable
      if mended {
        shown = users.flatMap { user in avatars.filter { $0 == user } }.subscribe(next: { _ in })
      } else {
        shown = users.subscribe(next: { user in
          _ = avatars.filter { $0 == user }.subscribe(next: { _ in })  // LEAK
        })
      }
      for user in 0..<5 {
        users.next(list * 10 + user)
        avatars.next(list * 10 + user)
      }
      shown.dispose()
    }
    for avatar in 0..<15 { avatars.next(avatar) }
    pause(milliseconds: 20)
  }
}
