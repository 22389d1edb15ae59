// fault: retry-storm
// verdict: finding
// proof: run
// says: a server that is down is asked again at once, hundreds of times

import Signals

/// Connects, and again when that fails.
enum ReconnectAtOnce: LeakProgram {
  struct Refused: Error {}

  static func run() {
    let tries = Shared(0)
    let clock = QueueScheduler("net")
    let connecting = Signal<Int>.create { subscriber in
      let number = tries.update {
        $0 += 1; return $0
      }
      if number < (mended ? 3 : 600) { subscriber.error(Refused()) } else { subscriber.completed() }
      return nil
    }
    let connected =
      mended
      ? connecting.retry(when: { $0.flatMap { _ in Signal<Int>.timer(after: .milliseconds(4), on: clock) } })
      : connecting.retry()  // LEAK
    _ = connected.subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 40)
  }
}
