// healthy: a group for each minute, and minutes do not come back
// says: A minute is closed as the first request of a later one comes; only the newest is open at the end.
// allows: nothing

import Signals

private struct Request: Sendable {
  let minute: Int
  let bytes: Int
}

enum BucketsOfSix: LeakProgram {
  static func run() {
    let requests = PublishSubject<Request>()
    let bag = DisposeBag()
    let most = Shared(0)
    requests
      .groupBy { $0.minute }
      .flatMap { minute in
        let key = minute.key
        return minute.take(until: requests.first { $0.minute > key })
          .reduce(0) { total, request in total + request.bytes }
      }
      .subscribe(next: { total in most.update { $0 = max($0, total) } })
      .disposed(by: bag)
    for minute in 0..<50 {
      for bytes in 0..<6 { requests.next(Request(minute: minute, bytes: bytes * minute)) }
      pause(milliseconds: 3)
    }
    print("most", most.value)
    bag.dispose()
  }
}
