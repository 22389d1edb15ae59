// fault: retry-storm
// verdict: finding
// proof: run
// says: the venue sends every ten seconds, and is given up after four of silence: the client logs in again and again

import Signals

/// A venue that sends heartbeats to those who have logged in.
private final class Venue: Sendable {
  let heartbeats = PublishSubject<Int>()
  let logins = Shared(0)

  func session() -> Signal<Int> {
    .deferred { [heartbeats, logins] in
      logins.update { $0 += 1 }
      return heartbeats
    }
  }
}

extension Signal {
  /// Begins anew when nothing has come for some time.
  fileprivate func kept(alive time: Duration, by clock: VirtualTimeScheduler) -> Signal<Value> {
    self
      .timeout(eachValue: time, on: clock)  // LEAK
      .retry()  // LEAK
  }
}

enum StaleFeed: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let venue = Venue()
    let heard = Shared(0)
    let session = venue.session().kept(alive: .seconds(mended ? 25 : 4), by: clock)
      .subscribe(next: { _ in heard.update { $0 += 1 } })
    for second in 1...240 {
      clock.advance(by: .seconds(1))
      if second % 10 == 0 { venue.heartbeats.next(second) }
      if second % 4 == 0 { pause(milliseconds: 1) }
    }
    session.dispose()
    print("heard", heard.value, "logins", venue.logins.value)
  }
}
