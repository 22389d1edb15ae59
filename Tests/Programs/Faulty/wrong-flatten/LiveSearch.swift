// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each query keeps asking for fresh results; the results of queries that nobody sees are asked for too

import Signals

/// A search whose results are refreshed while they are shown.
enum LiveSearch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("search")
    let typed = PublishSubject<String>()
    let refreshed = Shared(0)
    let fresh: @Sendable (String) -> Signal<Int> = { query in
      Signal<Int>.interval(.milliseconds(4), on: clock).startWith(0).map { $0 + query.count }
    }
    let results = mended ? typed.flatMapLatest(fresh) : typed.flatMap(fresh)  // LEAK
    let box = results.subscribe(next: { _ in refreshed.update { $0 += 1 } })
    for length in 1...9 {
      typed.next(String(repeating: "x", count: length))
      pause(milliseconds: 12)
    }
    pause(milliseconds: 40)
    killed(holding: box)
  }
}
