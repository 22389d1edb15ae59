// healthy: begun with the recording and alive at its end, handle let go
// says: The smallest program: main subscribes, sends and returns.
// allows: nothing

import Signals

enum Hello: LeakProgram {
  static func run() {
    let greetings = PublishSubject<String>()
    _ = greetings.map { "\($0), world" }.subscribe(next: { print($0) })
    for word in ["hello", "good evening", "good night"] {
      greetings.next(word)
      pause(milliseconds: 20)
    }
  }
}
