// fault: endless-inner
// verdict: suspect
// proof: weak
// says: the second of three signals never completes, so `concat` never comes to the third; a thousand values are lost

import Signals

/// Starts with the cache, goes on with the settings and then with what is live.
enum StartupChain: LeakProgram {
  static func run() {
    let cache = Signal<Int>.of(1, 2, 3)
    let settings = BehaviorSubject(10)
    let live = PublishSubject<Int>()
    let seen = Shared(0)
    let chain = cache.concat(mended ? settings.take(1) : settings, live)  // LEAK
      .subscribe(next: { _ in seen.update { $0 += 1 } })
    for value in 0..<1000 { live.next(value) }
    print("seen \(seen.value > 4)")
    chain.dispose()
  }
}
