// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each event looks up the endpoint by subscribing to it, and is posted again whenever that changes, for ever

import Signals

/// Posts the events of a shop to an endpoint, which its owner may change.
private final class Dispatcher: Sendable {
  let events = PublishSubject<Int>()
  let endpoint = BehaviorSubject("https://shop.example/hook")
  let posts = Shared<[String]>([])
  private let bag = DisposeBag()

  func start() {
    if mended {
      events.withLatestFrom(endpoint) { event, url in "\(url)/\(event)" }
        .subscribe(next: post)
        .disposed(by: bag)
    } else {
      events
        .subscribe(next: { [endpoint, post] event in
          _ = endpoint.map { url in "\(url)/\(event)" }
            .subscribe(next: post)  // LEAK
        })
        .disposed(by: bag)
    }
  }

  private var post: @Sendable (String) -> Void {
    { [posts] line in posts.update { $0.append(line) } }
  }

  func stop() { bag.dispose() }
}

enum WebhookDispatcher: LeakProgram {
  static func run() {
    let dispatcher = Dispatcher()
    dispatcher.start()
    for event in 0..<24 {
      dispatcher.events.next(event)
      if event % 8 == 7 { dispatcher.endpoint.next("https://shop.example/hook\(event)") }
      pause(milliseconds: 3)
    }
    dispatcher.stop()
    let before = dispatcher.posts.value.count
    for version in 0..<12 {
      dispatcher.endpoint.next("https://shop.example/v\(version)")
      pause(milliseconds: 3)
    }
    print("24 events, posts", before, "and after the stop", dispatcher.posts.value.count - before)
  }
}
