// fault: growth
// verdict: suspect
// proof: run
// says: the stop signal of a page is never sent: the router forgets to tell the page that it was left

import Signals

/// Pages that listen to the location until they are left.
enum UnusedStop: LeakProgram {
  static func run() {
    let location = BehaviorSubject("/")
    let router = Router()
    for path in ["/news", "/mail", "/news", "/maps", "/mail", "/about", "/news", "/mail", "/maps"] {
      let left = router.go(to: path)
      _ = location.filter { $0 != path }
        .take(until: left)  // LEAK
        .subscribe(next: { _ in })  // LEAK
      location.next(path)
    }
    for number in 0..<10 { location.next("/item/\(number)") }
    router.leave()
    pause(milliseconds: 20)
  }
}

private final class Router {
  private var page = PublishSubject<Void>()

  func go(to path: String) -> Signal<Void> {
    if mended { page.next(()) }
    page = PublishSubject()
    return page
  }

  func leave() { if mended { page.next(()) } }
}
