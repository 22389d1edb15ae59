// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: logging out ends the shared session; the feeds that three panels have begun from it go on, but for the one that is closed

import Signals

/// A dashboard of three panels that all follow the session's user.
enum SessionDashboard: LeakProgram {
  static func run() {
    let users = PublishSubject<Int>()
    let logout = PublishSubject<Void>()
    let feed = PublishSubject<Int>()
    let session = users.take(until: logout).share(replay: 1)
    let panels = (0..<3).map { panel in
      let content = session.flatMapLatest { user in feed.filter { ($0 + user) % 3 == panel } }  // LEAK
      return (mended ? content.take(until: logout) : content).subscribe(next: { _ in })
    }
    users.next(1)
    for item in 0..<6 { feed.next(item) }
    users.next(2)
    for item in 0..<6 { feed.next(item) }
    panels[0].dispose()
    logout.next(())
    for item in 0..<20 { feed.next(item) }
    pause(milliseconds: 40)
    withExtendedLifetime(panels) {}
  }
}
