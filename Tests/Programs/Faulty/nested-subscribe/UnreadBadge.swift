// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a new account begins one more badge within `next` and leaves the badge of the account before

import Signals

/// The number of unread mails of the account that is chosen.
enum UnreadBadge: LeakProgram {
  static func run() {
    let account = BehaviorSubject(0)
    let unread = PublishSubject<Int>()
    let app = DisposeBag()
    if mended {
      account.flatMapLatest { account in unread.map { $0 + account } }
        .subscribe(next: { _ in }).disposed(by: app)
    } else {
      account.subscribe(next: { account in
        _ = unread.map { $0 + account }
          .subscribe(next: { _ in })  // LEAK
      }).disposed(by: app)
    }
    for chosen in 1...8 {
      unread.next(chosen)
      account.next(chosen)
      unread.next(chosen * 2)
    }
    pause(milliseconds: 30)
    withExtendedLifetime(app) {}
  }
}
