// healthy: a source begun for a subscriber that was disposed is fed at exit
// says: The last page was closed a moment ago; its feed is kept for the next page and would be let go of by its timer.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Feed: Sendable {
  private let viewers = Atomic<Int>(0)
  private let upstream = SerialDisposable()
  private let values = PublishSubject<Int>()
  private let source: Signal<Int>
  private let clock = QueueScheduler("feed")

  init(_ source: Signal<Int>) { self.source = source }

  var signal: Signal<Int> {
    Signal<Int>.create { subscriber in
      if self.viewers.add(1, ordering: .relaxed).oldValue == 0, self.upstream.inner == nil {
        self.upstream.inner = self.source.map { $0 + 1 }.subscribe(next: { self.values.next($0) })
      }
      let viewing = self.values.subscribe(next: { subscriber.next($0) })
      return Disposable {
        viewing.dispose()
        guard self.viewers.subtract(1, ordering: .relaxed).newValue == 0 else { return }
        self.clock.schedule(after: .milliseconds(15)) {
          if self.viewers.load(ordering: .relaxed) == 0 { self.upstream.inner = nil }
        }
      }
    }
  }
}

private final class Page: Sendable {
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ feed: Feed) {
    feed.signal.subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum KeepAliveAtExit: LeakProgram {
  static func run() {
    let source = PublishSubject<Int>()
    let feed = Feed(source)
    for visit in 0..<12 {
      do {
        let page = Page(feed)
        for value in 0..<4 { source.next(value) }
        withExtendedLifetime(page) { pause(milliseconds: 3) }
      }
      let isQuiet = visit % 3 == 2
      for value in 0..<(isQuiet ? 12 : 3) {
        source.next(value)
        pause(milliseconds: 2)
      }
    }
    do { _ = Page(feed) }
    for value in 0..<3 {
      source.next(value)
      pause(milliseconds: 1)
    }
    exit(0)
  }
}
