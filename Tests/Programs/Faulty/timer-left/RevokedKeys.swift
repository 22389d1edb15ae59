// fault: timer-left
// verdict: likely
// proof: run
// says: a revoked key is taken out of the table, its refill goes on

import Signals

/// Rate limits of an interface: a bucket for each key, refilled by the clock.
enum RevokedKeys: LeakProgram {
  static func run() {
    let limiter = Limiter()
    for key in 0..<14 { limiter.issue(key) }
    pause(milliseconds: 20)
    for key in 0..<14 where key % 2 == 0 { limiter.revoke(key) }
    pause(milliseconds: 60)
    for key in 0..<14 where key % 2 == 1 { limiter.close(key) }
    pause(milliseconds: 40)
  }
}

private final class Limiter {
  private let clock = QueueScheduler("refill")
  private var refills: [Int: Subscription] = [:]
  private let tokens = Shared([Int: Int]())

  func issue(_ key: Int) {
    let tokens = tokens
    refills[key] = Signal<Int>.interval(.milliseconds(3), on: clock)
      .subscribe(next: { _ in tokens.update { $0[key, default: 0] += 1 } })  // LEAK
  }

  func revoke(_ key: Int) {
    let refill = refills.removeValue(forKey: key)
    if mended { refill?.dispose() }
    tokens.update { $0[key] = nil }
  }

  func close(_ key: Int) { refills.removeValue(forKey: key)?.dispose() }
}
