// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: requests are grouped by the second in which they come; a second that is over never gets another one, and its group stays open

import Signals

private struct Request: Sendable {
  let second: Int
  let client: Int
}

/// Counts the requests of each second, to limit their rate.
enum RateBuckets: LeakProgram {
  static func run() {
    let requests = PublishSubject<Request>()
    let limiter = DisposeBag()
    let largest = Shared(0)
    let counts: Signal<Int>
    if mended {
      counts = requests.window(count: 6).flatMap { second in second.count() }
    } else {
      counts = requests.groupBy { $0.second }
        .flatMap { second in second.count() }  // LEAK
    }
    counts
      .subscribe(next: { count in largest.update { $0 = max($0, count) } })
      .disposed(by: limiter)
    for second in 0..<50 {
      for client in 0..<6 { requests.next(Request(second: second, client: client)) }
      pause(milliseconds: 3)
    }
    print("largest", largest.value)
    withExtendedLifetime(limiter) {}
  }
}
