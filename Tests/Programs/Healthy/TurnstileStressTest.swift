// healthy: one cold chain subscribed to many times at once, on several threads
// says: The visit is played eight times at once to see what the turnstiles can bear: that each of them happens is the point.
// allows: suspect

import Dispatch
import Signals

/// Turnstiles of a stadium, before the first match.
private final class Turnstiles: Sendable {
  private let lanes = [QueueScheduler("north"), QueueScheduler("south")]
  let turned = Shared(0)

  func scan(_ ticket: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(2), on: lanes[ticket % 2]).map { [turned] _ in
      turned.update { count in
        count += 1
        return count
      }
    }
  }
}

enum TurnstileStressTest: LeakProgram {
  static func run() {
    let turnstiles = Turnstiles()
    let visit = Signal<Int>.range(start: 0, count: 12)
      .concatMap { ticket in turnstiles.scan(ticket) }
      .timeout(.seconds(5), on: QueueScheduler("patience"))
    let left = Flag()
    for round in 0..<3 {
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        _ = visit.subscribe(next: { _ in }, error: { _ in left.raise() }, completed: { left.raise() })
      }
      for _ in 0..<8 { left.wait() }
      print("round", round, "turned", turnstiles.turned.value)
    }
  }
}
