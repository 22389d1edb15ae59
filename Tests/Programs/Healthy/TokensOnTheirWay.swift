// healthy: values that come to a disposed subscriber of create
// says: The thread that refills the bucket sees the flag when it wakes up: the token that it was about to give goes nowhere.
// allows: nothing

import Dispatch
import Signals

private func tokens() -> Signal<Int> {
  Signal<Int>.create { subscriber in
    let isWanted = Shared(true)
    DispatchQueue.global().async {
      var token = 0
      while isWanted.value {
        pause(milliseconds: 3)
        subscriber.next(token)
        token += 1
      }
    }
    return Disposable { isWanted.update { $0 = false } }
  }
}

enum TokensOnTheirWay: LeakProgram {
  static func run() {
    for _ in 0..<6 {
      let client = tokens().subscribe(next: { _ in })
      pause(milliseconds: 20)
      client.dispose()
    }
    pause(milliseconds: 60)
  }
}
