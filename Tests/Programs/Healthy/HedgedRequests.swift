// healthy: losers of races, subscriptions whose beginning is put off and that never begin, one cold site many at once
// says: A second server is asked when the first takes long; whoever answers first wins, and the other one is called off.
// allows: nothing

import Signals

/// Servers that answer as fast as they can.
private struct Cluster: Sendable {
  let clock: QueueScheduler
  let calledOff = Shared(0)

  private func ask(_ server: Int, _ key: Int) -> Signal<String> {
    let latency = Duration.milliseconds((key * 7 + server * 5) % 13 + 1)
    return Signal<Int>.timer(after: latency, on: clock)
      .map { _ in "\(key) of \(server)" }
      .onDispose { [calledOff] in calledOff.update { $0 += 1 } }
  }

  func get(_ key: Int) -> Signal<String> {
    .amb([
      ask(0, key),
      ask(1, key).delaySubscription(for: .milliseconds(5), on: clock),
      ask(2, key).delaySubscription(for: .milliseconds(9), on: clock),
    ])
  }
}

enum HedgedRequests: LeakProgram {
  static func run() {
    let cluster = Cluster(clock: QueueScheduler("cluster"))
    let answered = Shared(0)
    for key in 0..<40 {
      _ = cluster.get(key).subscribe(next: { _ in answered.update { $0 += 1 } })
      if key % 4 == 3 { pause(milliseconds: 12) }
    }
    pause(milliseconds: 50)
    print("answered", answered.value)
  }
}
