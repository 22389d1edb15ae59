// healthy: growth that is released, again and again; the program ends while it grows
// says: Leases are collected and swept every 20 rounds; the program ends between two sweeps.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Leases: Sendable {
  private let held = Mutex<CompositeDisposable>(CompositeDisposable())
  let renewed = Atomic<Int>(0)

  func grant(_ number: Int, _ clock: Signal<Int>) {
    let lease = clock.filter { $0 % 5 == number % 5 }
      .subscribe(next: { _ in self.renewed.add(1, ordering: .relaxed) })
    held.withLock { $0 }.add(lease)
  }

  func sweep() {
    let old = held.withLock { held in
      defer { held = CompositeDisposable() }
      return held
    }
    old.dispose()
  }
}

enum LeaseSweeper: LeakProgram {
  static func run() {
    let clock = PublishSubject<Int>()
    let leases = Leases()
    for round in 1...110 {
      leases.grant(round, clock)
      clock.next(round)
      if round % 20 == 0 { leases.sweep() }
      pause(milliseconds: 2)
    }
    print("renewed", leases.renewed.load(ordering: .relaxed))
    exit(0)
  }
}
