// healthy: a stop above flatMap with inner signals alive after it
// says: The gate closes; who has boarded before walks to the seat, which takes a while, and all arrive before the end.
// allows: nothing

import Signals

enum LastPassengers: LeakProgram {
  static func run() {
    let tickets = PublishSubject<Int>()
    let gateCloses = PublishSubject<Void>()
    let aisle = QueueScheduler("aisle")
    let seated = Shared(0)
    let isDone = Flag()
    let boarding = tickets.take(until: gateCloses)
      .flatMap { row in
        Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(4), on: aisle).take(row % 6 + 3)
          .last()
      }
      .subscribe(next: { _ in seated.update { $0 += 1 } }, completed: { isDone.raise() })
    for row in 0..<12 {
      tickets.next(row)
      pause(milliseconds: 2)
    }
    gateCloses.next(())
    tickets.next(99)
    isDone.wait()
    print("seated", seated.value)
    withExtendedLifetime(boarding) {}
  }
}
