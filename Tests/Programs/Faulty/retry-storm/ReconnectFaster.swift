// fault: retry-storm
// verdict: finding
// proof: run
// says: the connection is refused each time, and catch subscribes to itself at once

import Signals

private struct Refused: Error {}

/// A client that connects again when its server refuses.
enum ReconnectFaster: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let stop = PublishSubject<Void>()
    let client = connect(on: clock).take(until: stop).subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 200)
    stop.next(())
    client.dispose()
    pause(milliseconds: 20)
  }

  private static func connect(on clock: QueueScheduler) -> Signal<Int> {
    let attempt = Signal<Int>.timer(after: .microseconds(300), on: clock).map { (_: Int) -> Int in
      throw Refused()
    }
    if mended {
      return attempt.retry(when: { errors in
        errors.scan(0) { count, _ in count + 1 }.flatMap {
          Signal<Int>.timer(after: .milliseconds(20 << $0), on: clock)
        }
      })
    }
    return attempt.catch { _ in connect(on: clock) }  // LEAK
  }
}
