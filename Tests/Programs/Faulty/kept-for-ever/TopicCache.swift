// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: a cache without a limit holds a topic, its subject and its subscription for every key that was ever asked for

import Signals

/// A broker that makes a topic for each key that is asked for.
enum TopicCache: LeakProgram {
  static func run() {
    let broker = PublishSubject<Int>()
    let cache = Cache(broker)
    for visitor in 0..<70 {
      let topic = cache.topic(key: visitor)
      let visit = topic.subscribe(next: { _ in })
      broker.next(visitor)
      visit.dispose()
      if mended { cache.forget(key: visitor) }
    }
    pause(milliseconds: 30)
    withExtendedLifetime(cache) {}
  }
}

private final class Cache {
  private let broker: Signal<Int>
  private var topics: [Int: (subject: PublishSubject<Int>, feed: Subscription)] = [:]

  init(_ broker: Signal<Int>) { self.broker = broker }

  func topic(key: Int) -> Signal<Int> {
    if let known = topics[key] { return known.subject }
    let subject = PublishSubject<Int>()
    let feed = broker.filter { $0 == key }.subscribe(next: { subject.next($0) })  // LEAK
    topics[key] = (subject, feed)
    return subject
  }

  func forget(key: Int) { topics.removeValue(forKey: key)?.feed.dispose() }
}
