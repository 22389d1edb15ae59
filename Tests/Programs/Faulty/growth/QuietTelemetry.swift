// fault: growth
// verdict: suspect
// proof: run
// says: every request of the server subscribes to the health of the database and never stops

import Signals

private final class Request: Sendable {
  let number: Int
  private let healthy = Shared(true)

  init(_ number: Int) { self.number = number }

  func watch(_ health: Signal<Bool>) -> Subscription {
    health.distinctUntilChanged().subscribe(next: { [healthy] isUp in healthy.update { $0 = isUp } })  // LEAK
  }
}

/// A server whose requests want to know whether the database is up.
enum QuietTelemetry: LeakProgram {
  static func run() {
    let health = BehaviorSubject(true)
    for number in 0..<40 {
      let request = Request(number)
      let watch = request.watch(health)
      pause(milliseconds: 2)
      if number % 10 == 0 { health.next(number % 20 == 0) }
      if mended { watch.dispose() }
    }
    pause(milliseconds: 40)
    health.next(false)
  }
}
