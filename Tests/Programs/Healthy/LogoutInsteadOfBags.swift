// healthy: the handle was let go, no owner holds it, while siblings were disposed
// says: take(until: logout) ends each subscription, so nobody needs its handle; who has not logged out yet is still served.
// allows: nothing

import Signals
import Synchronization

private final class User: Sendable {
  let name: String
  let logout = PublishSubject<Void>()
  let inbox = Mutex<[String]>([])
  init(_ name: String) { self.name = name }
}

private final class News: Sendable {
  let headlines = PublishSubject<String>()

  func serve(_ user: User) {
    _ = headlines.take(until: user.logout)
      .subscribe(next: { line in user.inbox.withLock { $0.append(line) } })
  }
}

enum LogoutInsteadOfBags: LeakProgram {
  static func run() {
    let news = News()
    var online: [User] = []
    for number in 0..<80 {
      let user = User("user\(number)")
      news.serve(user)
      online.append(user)
      if number % 3 != 0 { online.remove(at: number % online.count).logout.next(()) }
      news.headlines.next("headline \(number)")
      if number % 4 == 0 { pause(milliseconds: 5) }
    }
    news.headlines.next("good night")
    print("online", online.count)
  }
}
