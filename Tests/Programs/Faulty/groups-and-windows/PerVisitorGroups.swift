// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: every visitor opens a group that ends only with all requests, long after the visitor has gone

import Signals

/// Counts the requests of each visitor.
enum PerVisitorGroups: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    let quiet = PublishSubject<Int>()
    let counts =
      requests
      .groupBy { $0 / 5 }  // LEAK
      .flatMap { visitor in  // LEAK
        let count = visitor.scan(0) { count, _ in count + 1 }
        return mended ? count.take(until: quiet.filter { $0 == visitor.key }) : count
      }
    let watching = counts.subscribe(next: { _ in })
    for request in 0..<200 {
      requests.next(request)
      if request % 5 == 4 { quiet.next(request / 5) }
    }
    pause(milliseconds: 5)
    killed(holding: watching)
  }
}
