// healthy: a stop above ifThenElse and another below it
// says: Logging out ends the question of the mode and, by the same word, the messages.
// allows: nothing

import Signals
import Synchronization

private final class Client: Sendable {
  let online = PublishSubject<Bool>()
  let loggedOut = PublishSubject<Void>()
  let shown = Atomic<Int>(0)
  private let network = QueueScheduler("network")
  private let disk = QueueScheduler("disk")

  func logIn() {
    let live = Signal<Int>.interval(.milliseconds(3), on: network).map { "live \($0)" }
    let cached = Signal<Int>.interval(.milliseconds(6), on: disk).map { "cached \($0)" }
    _ = online.take(until: loggedOut)
      .ifThenElse(then: live, else: cached)
      .switchIfEmpty(.just("nothing"))
      .take(until: loggedOut)
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
  }
}

enum ModeSwitcher: LeakProgram {
  static func run() {
    for _ in 0..<3 {
      let client = Client()
      client.logIn()
      onAnotherThread {
        for step in 0..<4 {
          client.online.next(step % 2 == 0)
          pause(milliseconds: 8)
        }
      }
      client.loggedOut.next(())
    }
    pause(milliseconds: 50)
  }
}
