// healthy: work begun after a stop signal above concatMap
// says: The door closes, and who is in the queue is still served, in order, until it is empty: take(until:) is for the door.
// allows: nothing

import Signals

private let door = PublishSubject<Int>()
private let closing = PublishSubject<Void>()
private let counter = QueueScheduler("counter")

private func serve(_ guest: Int) -> Signal<Int> {
  Signal<Int>.timer(after: .milliseconds(4), on: counter).map { _ in guest }
}

enum QueueDrainsAfterStop: LeakProgram {
  static func run() {
    let isEmpty = Flag()
    _ = door.take(until: closing)
      .concatMap { serve($0) }
      .subscribe(next: { _ in }, completed: { isEmpty.raise() })
    for guest in 0..<6 {
      door.next(guest)
      pause(milliseconds: 3)
    }
    closing.next(())
    isEmpty.wait()
    pause(milliseconds: 30)
  }
}
