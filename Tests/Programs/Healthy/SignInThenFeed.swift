// healthy: take(until:) above flatMap, its signal fired, an inner signal alive, the handle let go
// says: A sign-in that succeeded closes the form; the feed of who has signed in is what the app then runs for.
// allows: suspect

import Signals

private let signIns = PublishSubject<Int>()
private let formClosed = PublishSubject<Void>()
private let feed = PublishSubject<Int>()

enum SignInThenFeed: LeakProgram {
  static func run() {
    _ = signIns.take(until: formClosed)
      .flatMapLatest { user in feed.map { $0 + user } }
      .subscribe(next: { _ in })
    let blink = feed.subscribe(next: { _ in })
    signIns.next(7)
    pause(milliseconds: 3)
    formClosed.next(())
    blink.dispose()
    for item in 0..<50 {
      feed.next(item)
      pause(milliseconds: 2)
    }
  }
}
