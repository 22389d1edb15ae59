// healthy: a group for each of many keys, ever new ones, with an inner signal each
// says: A session that sends nothing for a while is over: its group is left, and nothing takes its place.
// allows: nothing

import Signals

private struct Click: Sendable {
  let session: Int
  let page: Int
}

/// Counts the pages of each visit.
private final class Analytics: Sendable {
  let clicks = PublishSubject<Click>()
  private let clock = QueueScheduler("analytics")

  func visits() -> Signal<Int> {
    clicks
      .groupBy { $0.session }
      .flatMap { [clock] session in
        session.map(\.page)
          .timeout(eachValue: .milliseconds(15), other: .empty(), on: clock)
          .reduce(0) { count, _ in count + 1 }
      }
  }
}

enum SessionsByTimeout: LeakProgram {
  static func run() {
    let analytics = Analytics()
    let counting = analytics.visits().subscribe(next: { _ in })
    for session in 0..<30 {
      for page in 0..<4 { analytics.clicks.next(Click(session: session, page: page)) }
      pause(milliseconds: 6)
      analytics.clicks.next(Click(session: session, page: 4))
    }
    pause(milliseconds: 50)
    counting.dispose()
  }
}
