// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the create starts a timer of its own, and its disposable does not stop it

import Signals

private func ticks(_ clock: QueueScheduler) -> Signal<Int> {
  Signal.create { subscriber in  // LEAK
    let count = Shared(0)
    let timer = clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) {
      subscriber.next(
        count.update {
          $0 += 1
          return $0
        })
    }
    return mended ? timer : nil
  }
}

/// Shows for a moment how long each request takes.
enum TokensOfRequests: LeakProgram {
  static func run() {
    let clock = QueueScheduler("ticks")
    for _ in 0..<10 {
      let request = ticks(clock).subscribe(next: { _ in })
      pause(milliseconds: 7)
      request.dispose()
    }
    pause(milliseconds: 60)
  }
}
