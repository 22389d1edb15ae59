// healthy: a cache of shared signals that keeps what nobody uses any more
// says: It keeps descriptions, not subscriptions: a query runs while somebody watches it, and again for the next who comes.
// allows: nothing

import Signals

/// Results of queries that are run again all the time, shared by all who watch the same.
private final class QueryCache: Sendable {
  let runs = Shared(0)
  private let clock = QueueScheduler("queries")
  private let known = Shared<[String: Signal<Int>]>([:])

  func results(of query: String) -> Signal<Int> {
    known.update { [runs, clock] known in
      if let signal = known[query] { return signal }
      let signal = Signal<Int>.timer(after: .zero, every: .milliseconds(5), on: clock)
        .do(onNext: { _ in runs.update { $0 += 1 } })
        .map { query.count * 100 + $0 }
        .share(replay: 1)
      known[query] = signal
      return signal
    }
  }
}

/// People who look at dashboards, several at a time at the same query.
enum WarmQueries: LeakProgram {
  static func run() {
    let cache = QueryCache()
    let seen = Shared(0)
    var visitors: [(leaves: Int, bag: DisposeBag)] = []
    for minute in 0..<36 {
      let bag = DisposeBag()
      for query in ["errors", "latency by host", "top \(minute / 4)"] {
        cache.results(of: query).subscribe(next: { _ in seen.update { $0 += 1 } }).disposed(by: bag)
      }
      visitors.append((minute + 2 + minute % 3, bag))
      pause(milliseconds: 7)
      visitors.removeAll { visitor in
        guard visitor.leaves <= minute else { return false }
        visitor.bag.dispose()
        return true
      }
    }
    for visitor in visitors { visitor.bag.dispose() }
    visitors = []
    let runs = cache.runs.value
    pause(milliseconds: 30)
    print("seen more than run:", seen.value > runs)
  }
}
