// healthy: handles let go at once, two subscriptions alive at the end
// says: A webhook is called and forgotten, its answer ends it; the two newest calls are on their way as the program ends.
// allows: nothing

import Signals

private final class Hooks: Sendable {
  private let network = QueueScheduler("network")
  private let answered = Shared(0)

  func call(_ number: Int) {
    let latency = number < 18 ? 3 + number % 4 : 4000
    _ = Signal<Int>.timer(after: .milliseconds(latency), on: network)
      .map { _ in number }
      .timeout(.milliseconds(6000), on: network)
      .subscribe(next: { [answered] _ in answered.update { $0 += 1 } }, error: { _ in })
  }
}

enum WebhookCalls: LeakProgram {
  static func run() {
    let hooks = Hooks()
    for number in 0..<20 {
      hooks.call(number)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 5)
  }
}
