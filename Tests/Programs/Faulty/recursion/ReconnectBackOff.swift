// fault: recursion
// verdict: likely
// proof: run
// says: each attempt catches its failure with a signal that holds the next attempt: the chain is as deep as attempts were

import Signals

private struct Refused: Error {}

/// A client that waits a little after each refusal; the host is down for good.
private func connect(_ attempt: Int, on clock: QueueScheduler) -> Signal<String> {
  Signal<String>.deferred { .fail(Refused()) }
    .catch { _ in  // LEAK
      Signal<Int>.timer(after: .milliseconds(4), on: clock)
        .flatMap { _ in connect(attempt + 1, on: clock) }  // LEAK
    }
}

enum ReconnectBackOff: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    let attempts = Shared(0)
    let link: Signal<String>
    if mended {
      link = Signal<String>.deferred {
        attempts.update { $0 += 1 }
        return attempts.value < 12 ? .fail(Refused()) : .just("connected")
      }.retry { errors in errors.flatMap { _ in Signal<Int>.timer(after: .milliseconds(4), on: clock) } }
    } else {
      link = connect(0, on: clock)
    }
    let session = link.subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 160)
    withExtendedLifetime(session) {}
  }
}
