// healthy: a source kept after its last subscriber left
// says: The feed is kept a few milliseconds for the next viewer and then let go; that saves a reconnect between pages.
// allows: nothing

import Signals
import Synchronization

private final class Feed: Sendable {
  private struct State {
    var viewers = 0
    var upstream: Disposable?
    var leaving: Disposable?
  }
  private let state = Mutex(State())
  private let values = PublishSubject<Int>()
  private let source: PublishSubject<Int>
  private let clock = QueueScheduler("feed")

  init(_ source: PublishSubject<Int>) { self.source = source }

  var signal: Signal<Int> {
    Signal<Int>.create { subscriber in
      self.enter()
      let viewing = self.values.subscribe(next: { subscriber.next($0) })
      return Disposable {
        viewing.dispose()
        self.leave()
      }
    }
  }

  private func enter() {
    let (isFirst, leaving) = state.withLock { state in
      defer { state.leaving = nil }
      state.viewers += 1
      return (state.upstream == nil, state.leaving)
    }
    leaving?.dispose()
    guard isFirst else { return }
    let upstream = source.map { $0 + 1 }.subscribe(next: { self.values.next($0) })
    state.withLock { $0.upstream = upstream }
  }

  private func leave() {
    let isLast = state.withLock { state in
      state.viewers -= 1
      return state.viewers == 0
    }
    guard isLast else { return }
    let leaving = clock.schedule(after: .milliseconds(12)) { self.close() }
    state.withLock { $0.leaving = leaving }
  }

  private func close() {
    let upstream = state.withLock { state in
      defer { state.upstream = nil }
      return state.upstream
    }
    upstream?.dispose()
  }
}

enum KeepAliveShare: LeakProgram {
  static func run() {
    let source = PublishSubject<Int>()
    let feed = Feed(source)
    for page in 0..<24 {
      let viewing = feed.signal.subscribe(next: { _ in })
      for value in 0..<4 { source.next(page * 4 + value) }
      viewing.dispose()
      for _ in 0..<4 {
        source.next(page)
        pause(milliseconds: page % 4 == 3 ? 6 : 1)
      }
    }
  }
}
