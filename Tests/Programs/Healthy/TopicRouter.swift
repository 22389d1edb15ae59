// healthy: twenty subscriptions of one line that never end, handles let go
// says: A router subscribes to its topics at the start and serves them for as long as it runs.
// allows: suspect

import Glibc
import Signals

enum TopicRouter: LeakProgram {
  static func run() {
    let bus = PublishSubject<Int>()
    let routed = Shared(0)
    for topic in 0..<20 {
      _ = bus.filter { $0 % 20 == topic }.subscribe(next: { _ in routed.update { $0 += 1 } })
    }
    for message in 0..<400 {
      bus.next(message)
      if message % 10 == 0 { pause(milliseconds: 3) }
    }
    print("routed", routed.value)
    exit(0)
  }
}
