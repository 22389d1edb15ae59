// fault: recursion
// verdict: likely
// proof: run
// says: each failure is caught by a connection that catches its own failures: catch in catch in catch

import Signals

private struct Broken: Error {}

/// Connects again by catching what breaks.
enum ReconnectByCatch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let received = Shared(0)
    let line = mended ? wire(clock).retry() : connection(clock)
    let reading = line.subscribe(next: { _ in received.update { $0 += 1 } })
    pause(milliseconds: 150)
    reading.dispose()
    print("received \(received.value > 0)")
  }

  private static func wire(_ clock: QueueScheduler) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3), on: clock).map { _ in 1 }.concat(.fail(Broken()))
  }

  private static func connection(_ clock: QueueScheduler) -> Signal<Int> {
    wire(clock)
      .catch { _ in connection(clock) }  // LEAK
  }
}
