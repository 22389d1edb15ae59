// healthy: some stop signals fail, and what they should stop ends by itself or by its handle
// allows: nothing

import Signals

private struct LineBroken: Error {}

/// Ticket windows that close by a signal, or, where the signal's line is broken, by hand.
enum TicketsUntilClosing: LeakProgram {
  static func run() {
    let tickets = PublishSubject<Int>()
    let sold = Shared(0)
    for day in 0..<16 {
      let closing = PublishSubject<Void>()
      let window = tickets.take(until: closing).subscribe(next: { _ in sold.update { $0 += 1 } })
      tickets.next(day)
      if day % 4 == 1 {
        closing.error(LineBroken())
        tickets.next(day)
        window.dispose()
      } else {
        closing.next(())
      }
      pause(milliseconds: 2)
    }
    print("sold", sold.value)
  }
}
