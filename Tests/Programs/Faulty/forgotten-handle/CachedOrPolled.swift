// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: what is not in the cache is polled for ever, for each request anew, and nobody has the handle

import Signals

private final class Store: Sendable {
  let clock = QueueScheduler("store")
  let kept: Set<Int> = [1, 4, 5]

  func row(_ id: Int) -> Signal<Int> {
    let cached: Signal<Int> = kept.contains(id) ? .just(id) : .empty()
    let polled = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + id }
    return cached.switchIfEmpty(mended ? polled.take(1) : polled)  // LEAK
  }
}

/// Answers requests from a cache, and else asks the database until the row is there.
enum CachedOrPolled: LeakProgram {
  static func run() {
    let store = Store()
    let answered = Shared(0)
    for id in 0..<24 {
      _ = store.row(id % 8).subscribe(next: { _ in answered.update { $0 += 1 } })  // LEAK
      pause(milliseconds: 4)
    }
    pause(milliseconds: 50)
    print("answers", answered.value)
  }
}
