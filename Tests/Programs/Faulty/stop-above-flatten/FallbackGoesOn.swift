// fault: stop-above-flatten
// verdict: likely
// proof: weak
// says: the stop is above catch: what takes the place of the failed source is not stopped

import Signals

private struct Offline: Error {}

/// Prices from a server, or from a simulation when it fails; closed by the user.
enum FallbackGoesOn: LeakProgram {
  static func run() {
    let clock = QueueScheduler("prices")
    let server = PublishSubject<Int>()
    let closed = PublishSubject<Void>()
    let simulation = Signal<Int>.interval(.milliseconds(2), on: clock)
    let shown = Shared(0)
    let prices =
      mended
      ? server.catchTo(simulation).take(until: closed)
      : server.take(until: closed).catchTo(simulation)  // LEAK
    let view = prices.subscribe(next: { _ in shown.update { $0 += 1 } })
    for price in 0..<5 { server.next(price) }
    server.error(Offline())
    pause(milliseconds: 15)
    closed.next(())
    pause(milliseconds: 80)
    withExtendedLifetime(view) {}
  }
}
