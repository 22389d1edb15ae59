// fault: retry-storm
// verdict: finding
// proof: run
// says: the proxy accepts each connection and drops it, which sets the back-off back to nothing every time

import Signals

private struct Dropped: Error {}

/// Doubles its pause with each failure, and begins anew when a connection was made.
private final class BackOff: Sendable {
  private let failures = Shared(0)

  func succeeded() { if !mended { failures.update { $0 = 0 } } }

  func next() -> Duration {
    let count = failures.update { count in
      count += 1
      return count
    }
    return count == 1 ? .zero : .milliseconds(min(80, 1 << count))
  }
}

/// A tunnel through a proxy that answers "connected", and hangs up.
private struct Tunnel {
  let clock: QueueScheduler
  let opened = Shared(0)

  func packets() -> Signal<String> {
    Signal<String>.create { [clock, opened] subscriber in
      opened.update { $0 += 1 }
      return clock.schedule {
        subscriber.next("connected")
        subscriber.error(Dropped())
      }
    }
  }

  func kept(_ backOff: BackOff) -> Signal<String> {
    packets()
      .do(onNext: { if $0 == "connected" { backOff.succeeded() } })
      .retry(when: { [clock] failures in  // LEAK
        failures.concatMap { _ in Signal<Int>.timer(after: backOff.next(), on: clock) }
      })
  }
}

enum BackoffThatResets: LeakProgram {
  static func run() {
    let tunnel = Tunnel(clock: QueueScheduler("tunnel"))
    let reading = tunnel.kept(BackOff()).subscribe(next: { _ in })
    pause(milliseconds: 350)
    reading.dispose()
    print("opened", tunnel.opened.value > 2)
  }
}
