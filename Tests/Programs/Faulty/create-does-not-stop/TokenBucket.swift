// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the thread that refills the bucket looks at a flag that the disposable never lowers

import Dispatch
import Signals

/// Limits the rate of requests: a token every so often, from a thread of its own as long as somebody takes tokens.
private func tokens() -> Signal<Int> {
  Signal<Int>.create { subscriber in  // LEAK
    let isWanted = Shared(true)
    let deadline = DispatchTime.now() + .milliseconds(400)
    DispatchQueue.global().async {
      var token = 0
      while isWanted.value, DispatchTime.now() < deadline {
        subscriber.next(token)
        token += 1
        pause(milliseconds: 3)
      }
    }
    return Disposable { if mended { isWanted.update { $0 = false } } }
  }
}

enum TokenBucket: LeakProgram {
  static func run() {
    for _ in 0..<3 {
      let client = tokens().subscribe(next: { _ in })
      pause(milliseconds: 20)
      client.dispose()
    }
    pause(milliseconds: 150)
  }
}
