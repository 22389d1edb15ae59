// fault: owner-grows
// verdict: suspect
// proof: run
// says: each refresh adds a subscription to the client's disposables, and none is taken out while the client lives

import Signals

/// A client that follows the expiry of each token that it is given.
enum RefreshedTokens: LeakProgram {
  static func run() {
    let client = Client()
    for token in 0..<60 {
      client.use(token)
      client.expiry.next(token)
      pause(milliseconds: 1)
    }
    pause(milliseconds: 20)
    killed(holding: client)
  }
}

private final class Client {
  let expiry = PublishSubject<Int>()
  private let following = CompositeDisposable()  // LEAK

  func use(_ token: Int) {
    let own = expiry.filter { $0 == token }
    following.add((mended ? own.take(1) : own).subscribe(next: { _ in }))  // LEAK
  }
}
