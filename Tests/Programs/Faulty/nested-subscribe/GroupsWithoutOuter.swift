// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each group is subscribed to within `next`; disposing the groups leaves them, and through them the requests

import Signals

/// Statistics of requests for each user, of one report after the other.
enum GroupsWithoutOuter: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    for report in 0..<4 {
      let finished = PublishSubject<Void>()
      let users = requests.groupBy { $0 % 3 }.subscribe(next: { user in
        let sum = user.scan(report) { $0 + $1 }
        _ = (mended ? sum.take(until: finished) : sum).subscribe(next: { _ in })  // LEAK
      })
      for request in 0..<9 { requests.next(request) }
      users.dispose()
      finished.next(())
    }
    for request in 0..<15 { requests.next(request) }
    pause(milliseconds: 30)
  }
}
