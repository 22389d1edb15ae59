// healthy: catch that holds a signal that catches, several deep
// says: A client is refused four times, each attempt waits a little longer, then it is connected, and closes.
// allows: nothing

import Signals

private struct Refused: Error {}

private func connect(_ attempt: Int, on clock: QueueScheduler) -> Signal<Int> {
  Signal<Int>.deferred { attempt < 4 ? .fail(Refused()) : .interval(.milliseconds(4), on: clock) }
    .catch { _ in
      Signal<Int>.timer(after: .milliseconds(2 << attempt), on: clock)
        .flatMap { _ in connect(attempt + 1, on: clock) }
    }
}

enum SlowHandshake: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    for _ in 0..<3 {
      let link = connect(0, on: clock).subscribe(next: { _ in }, error: { _ in })
      pause(milliseconds: 90)
      link.dispose()
    }
    pause(milliseconds: 20)
  }
}
