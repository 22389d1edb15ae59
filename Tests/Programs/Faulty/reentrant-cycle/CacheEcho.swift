// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: what the cache invalidates it loads, and what it loads invalidates

import Signals

/// A cache that loads what was invalidated, on the thread of whoever asks.
enum CacheEcho: LeakProgram {
  static func run() {
    let invalidated = PublishSubject<String>()  // LEAK
    let loaded = PublishSubject<String>()  // LEAK
    let rounds = Shared(0)
    let keeping = invalidated.subscribe(next: { loaded.next($0) })  // LEAK
    let checking = loaded.subscribe(next: { key in  // LEAK
      rounds.update { $0 += 1 }
      if rounds.value % 300 != 0, !mended { invalidated.next(key) }
    })
    onAnotherThread { for key in ["a", "b", "c", "d"] { invalidated.next(key) } }
    keeping.dispose()
    checking.dispose()
    print("rounds \(rounds.value)")
  }
}
