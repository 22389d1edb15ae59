// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each user who signs in is followed by a subscription made within next, which the next sign-in does not end

import Signals

private let signedIn = PublishSubject<Int>()
private let notifications = PublishSubject<Int>()
private let bag = DisposeBag()

/// Follows the notifications of whoever is signed in.
enum ListenersInNext: LeakProgram {
  static func run() {
    if mended {
      signedIn
        .flatMapLatest { user in notifications.filter { $0 % 4 == user % 4 } }
        .subscribe(next: { _ in })
        .disposed(by: bag)
    } else {
      signedIn
        .subscribe(next: { user in
          _ = notifications.filter { $0 % 4 == user % 4 }
            .subscribe(next: { _ in })  // LEAK
        })
        .disposed(by: bag)
    }
    for user in 0..<12 {
      signedIn.next(user)
      for number in 0..<4 { notifications.next(number) }
      pause(milliseconds: 4)
    }
    for number in 0..<12 { notifications.next(number) }
  }
}
