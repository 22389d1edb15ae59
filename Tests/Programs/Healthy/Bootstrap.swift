// healthy: handles that were kept for a while and then let go
// says: Who sets the program up holds the handles until all is wired, in case that something fails, and then goes.
// allows: suspect

import Glibc
import Signals

private final class Wiring {
  private var handles: [Subscription] = []
  func wire(_ events: PublishSubject<Int>) {
    for part in 0..<5 {
      handles.append(events.filter { $0 % 5 == part }.subscribe(next: { _ in }))
      events.next(part)
    }
  }
  func undo() { for handle in handles { handle.dispose() } }
}

enum Bootstrap: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    Wiring().wire(events)
    for event in 0..<70 {
      events.next(event)
      pause(milliseconds: 2)
    }
    exit(0)
  }
}
