// fault: connection
// ported: ReactiveX/rxjs#5191
// verdict: suspect
// proof: run
// says: `take(until:)` below an uncounted replay unsubscribes from the replay only; the interval above keeps going

import Signals

/// Components that share a ticker without counting, and take it until they are destroyed.
enum ReplayBeforeTakeUntil: LeakProgram {
  static func run() {
    let clock = QueueScheduler("ticker")
    for component in 0..<3 {
      let destroyed = PublishSubject<Void>()
      let ticker = Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + component }
      let shared = mended ? ticker.share(replay: 1) : ticker.replayLazily()  // LEAK
      _ = shared.take(until: destroyed).subscribe(next: { _ in })
      _ = shared.take(until: destroyed).subscribe(next: { _ in })
      pause(milliseconds: 14)
      destroyed.next(())
    }
    pause(milliseconds: 90)
  }
}
