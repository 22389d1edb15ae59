// healthy: one cold request subscribed to twice at a time, a few milliseconds apart
// says: A pilot who hears nothing calls again on the second radio, and takes the answer that comes first; the other call is given up.
// allows: nothing

import Signals

/// A tower that answers some calls late.
private final class Tower: Sendable {
  private let frequency = QueueScheduler("frequency")
  private let calls = Shared(0)

  func clearance(for flight: Int) -> Signal<String> {
    .create { [frequency, calls] subscriber in
      let call = calls.update { calls in
        calls += 1
        return calls
      }
      let delay: Duration = call % 3 == 1 ? .milliseconds(30) : .milliseconds(4)
      return frequency.schedule(after: delay) {
        subscriber.next("flight \(flight) cleared by call \(call)")
        subscriber.completed()
      }
    }
  }

  var count: Int { calls.value }
}

private struct Cockpit {
  let flight: Int
  let radio: QueueScheduler

  func ask(_ tower: Tower) -> Signal<String> {
    let clearance = tower.clearance(for: flight)
    return clearance.amb(clearance.delaySubscription(for: .milliseconds(8), on: radio))
  }
}

enum TowerClearance: LeakProgram {
  static func run() {
    let tower = Tower()
    let radio = QueueScheduler("second radio")
    let cleared = Shared(0)
    for flight in 0..<10 {
      let isCleared = Flag()
      _ = Cockpit(flight: flight, radio: radio).ask(tower)
        .subscribe(next: { _ in cleared.update { $0 += 1 } }, completed: { isCleared.raise() })
      isCleared.wait()
    }
    print("cleared", cleared.value, "of 10, calls", tower.count >= 10)
  }
}
