// fault: connection
// verdict: suspect
// proof: run
// says: a cache is multicast into one replay subject a user and connected; nobody ever disconnects

import Signals

/// A cache with a feed for every user who has ever been here.
enum ForeverShare: LeakProgram {
  static func run() {
    let database = PublishSubject<Int>()
    var feeds: [Int: MulticastConnection<Int>] = [:]
    var connected: [Int: Disposable] = [:]
    for user in 0..<20 {
      let feed = database.filter { $0 % 20 == user }.multicast(ReplaySubject(capacity: 10))  // LEAK
      feeds[user] = feed
      connected[user] = feed.connect()  // LEAK
      let visit = feed.signal.subscribe(next: { _ in })
      for row in 0..<40 { database.next(row) }
      visit.dispose()
      if mended { connected[user]?.dispose() }
      feeds[user] = nil
      connected[user] = nil
    }
    for row in 0..<40 { database.next(row) }
    pause(milliseconds: 40)
  }
}
