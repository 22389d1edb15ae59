// healthy: a window and what is computed of it begin again and again
// says: Each window ends as the next one opens, and its result is sent then; the last is open when the command ends.
// allows: nothing

import Signals

private struct Query: Sendable {
  let statement: String
  let time: Int
}

/// The slowest query of every ten seconds.
private func slowest(of queries: Signal<Query>, by clock: VirtualTimeScheduler) -> Signal<Query> {
  queries.window(for: .seconds(10), on: clock).flatMap { (window: Signal<Query>) -> Signal<Query> in
    let first = Query(statement: "none", time: 0)
    return window.reduce(first) { $0.time >= $1.time ? $0 : $1 }.filter { $0.time > 0 }
  }
}

enum SlowQueries: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let queries = PublishSubject<Query>()
    let reported = Shared<[Int]>([])
    let reporting = slowest(of: queries, by: clock)
      .subscribe(next: { query in reported.update { $0.append(query.time) } })
    for number in 0..<125 {
      queries.next(Query(statement: "select \(number)", time: number * 37 % 101))
      clock.advance(by: .seconds(2))
      if number % 2 == 0 { pause(milliseconds: 2) }
    }
    print("windows reported", reported.value.count)
    withExtendedLifetime(reporting) {}
  }
}
