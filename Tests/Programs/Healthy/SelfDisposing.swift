// healthy: disposed from within its own delivery
// says: A listener that has what it wants puts itself away; nothing is left of it.
// allows: nothing

import Signals
import Synchronization

private final class Lottery: Sendable {
  let numbers = PublishSubject<Int>()
  let winners = Atomic<Int>(0)

  func play(_ lucky: Int) {
    let ticket = SerialDisposable()
    ticket.inner = numbers.subscribe(next: { number in
      guard number == lucky else { return }
      self.winners.add(1, ordering: .relaxed)
      ticket.dispose()
    })
  }
}

enum SelfDisposing: LeakProgram {
  static func run() {
    let lottery = Lottery()
    for lucky in 0..<40 {
      lottery.play(lucky)
      pause(milliseconds: 2)
      for number in 0...lucky { lottery.numbers.next(number) }
    }
    print("winners", lottery.winners.load(ordering: .relaxed))
  }
}
