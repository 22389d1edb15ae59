// healthy: a cache of subscriptions that only grows at first, and is never emptied
// says: It holds the limiters of the eight newest clients; who is pushed out is disposed.
// allows: nothing

import Glibc
import Signals

/// A bucket of tokens, which a timer refills.
private final class Limiter: Sendable {
  private let tokens = Shared(3)
  private let refilling: Disposable

  init(_ clock: VirtualTimeScheduler) {
    refilling = Signal<Int>.interval(.seconds(1), on: clock)
      .subscribe(next: { [tokens] _ in tokens.update { $0 = min($0 + 1, 3) } })
  }

  func allows() -> Bool {
    tokens.update { tokens in
      guard tokens > 0 else { return false }
      tokens -= 1
      return true
    }
  }

  func retire() { refilling.dispose() }
}

private struct Limiters {
  private var newest: [(client: String, limiter: Limiter)] = []

  mutating func limiter(of client: String, _ clock: VirtualTimeScheduler) -> Limiter {
    let known = newest.firstIndex { $0.client == client }.map { newest.remove(at: $0) }
    let entry = known ?? (client, Limiter(clock))
    newest.append(entry)
    if newest.count > 8 { newest.removeFirst().limiter.retire() }
    return entry.limiter
  }
}

enum LimiterCache: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    var limiters = Limiters()
    var refused = 0
    for request in 0..<120 {
      let client = request % 2 == 0 ? "crawler" : "10.0.0.\(request % 23)"
      if !limiters.limiter(of: client, clock).allows() { refused += 1 }
      clock.advance(by: .milliseconds(250))
      if request % 2 == 0 { pause(milliseconds: 2) }
    }
    print("refused", refused)
    exit(0)
  }
}
